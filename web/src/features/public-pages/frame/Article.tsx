// SPDX-License-Identifier: AGPL-3.0-or-later

// A page of words: its title, a line under it, and a column that reads well. A long one has a list of its
// parts at the side.
import type { ReactNode } from 'react';
import classes from './article.module.css';
import { Contents, type Heading } from './Contents';

interface ArticleProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Tables and lists side by side: as wide as the frame. */
  readonly wide?: boolean;
  readonly contents?: readonly Heading[];
  readonly children: ReactNode;
}

export function Article({ title, lead, wide = false, contents, children }: ArticleProps) {
  return (
    <article
      className={classes['article']}
      data-wide={wide || undefined}
      data-long={contents !== undefined || undefined}
    >
      <header>
        <h1>{title}</h1>
        {lead !== undefined && <p className={classes['lead']}>{lead}</p>}
      </header>
      {contents === undefined ? (
        children
      ) : (
        <>
          <Contents headings={contents} />
          <div className={classes['text']}>{children}</div>
        </>
      )}
    </article>
  );
}
