// SPDX-License-Identifier: AGPL-3.0-or-later

// What is on a long page: beside the text where there is room, folded over it on a phone.
import classes from './article.module.css';

export interface Heading {
  readonly id: string;
  readonly title: string;
}

/** "How long we keep it" as its place in the address: "how-long-we-keep-it". */
export function placeOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

export function headingsOf(titles: readonly string[]): readonly Heading[] {
  return titles.map((title) => ({ id: placeOf(title), title }));
}

export function Contents({ headings }: { readonly headings: readonly Heading[] }) {
  if (headings.length === 0) return null;
  const list = (
    <ol>
      {headings.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ol>
  );
  return (
    <>
      <nav className={classes['contents']} aria-label="On this page" data-no-print>
        <strong>On this page</strong>
        {list}
      </nav>
      <details className={classes['folded']} data-no-print>
        <summary>On this page</summary>
        <nav aria-label="On this page">{list}</nav>
      </details>
    </>
  );
}
