// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The results of one report as a table: what was measured, its value, the
 * laboratory's range and its mark. Marks are the laboratory's and are shown as
 * facts; nothing here judges a value.
 */
import { Fragment } from 'react';

import type { LabItemView } from '../../api/generated/schema';
import css from './labs.module.css';

interface ResultsProps {
  /** What the table is called for readers. */
  label: string;
  items: readonly LabItemView[];
}

export function Results({ label, items }: ResultsProps) {
  if (items.length === 0) return <p className={css.note}>The lab sent no individual results.</p>;
  return (
    <table className={css.results}>
      <caption className="s-visually-hidden">{label}</caption>
      <thead>
        <tr>
          <th scope="col">Test</th>
          <th scope="col">Result</th>
          <th scope="col">Range</th>
          <th scope="col">Mark</th>
        </tr>
      </thead>
      {groupsOf(items).map(({ group, rows }) => (
        <tbody key={group}>
          <tr className={css.group}>
            <th scope="rowgroup" colSpan={4}>
              {group}
            </th>
          </tr>
          {rows.map(({ key, item }) => (
            <Row key={key} item={item} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Row({ item }: { item: LabItemView }) {
  const long = (item.value?.length ?? 0) > 40 || (item.value?.includes('\n') ?? false);
  const remarks = [item.status, ...item.comments].filter((text) => text !== null);
  return (
    <Fragment>
      <tr data-marked={item.isMarked || undefined}>
        <th scope="row">{item.name}</th>
        <td className={long ? css.text : css.value} colSpan={long && item.range === '' ? 2 : 1}>
          {item.value === null ? <span className={css.none}>no value</span> : item.value}
          {item.unit === '' ? null : <span className={css.unit}> {item.unit}</span>}
        </td>
        {long && item.range === '' ? null : <td className={css.range}>{item.range}</td>}
        <td>
          {item.flag === '' ? null : (
            <span className={css.mark} data-marked={item.isMarked || undefined}>
              {item.flag}
              {item.flagWords && item.flagWords !== item.flag ? <span> {item.flagWords}</span> : null}
            </span>
          )}
        </td>
      </tr>
      {remarks.length > 0 ? (
        <tr className={css.remark}>
          <td colSpan={4}>{remarks.join('\n')}</td>
        </tr>
      ) : null}
    </Fragment>
  );
}

interface Group {
  readonly group: string;
  readonly rows: { key: string; item: LabItemView }[];
}

/** In the order of the report, each group once. */
export function groupsOf(items: readonly LabItemView[]): Group[] {
  const groups = new Map<string, Group>();
  for (const [index, item] of items.entries()) {
    const known = groups.get(item.group) ?? { group: item.group, rows: [] };
    known.rows.push({ key: `${item.name}-${index}`, item });
    groups.set(item.group, known);
  }
  return [...groups.values()];
}
