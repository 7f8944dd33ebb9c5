// SPDX-License-Identifier: AGPL-3.0-or-later

/** A small table of figures with its total as the last row; on a phone a row is two lines, with its number at the right. */
import { useMediaQuery } from '@mantine/hooks';
import type { Key, ReactNode } from 'react';
import { PHONE_WIDTH } from '../../ui/widths';
import css from './table.module.css';

export interface Figure<Row> {
  readonly key: string;
  readonly title: string;
  /** The first column is what the row is; the others are numbers, unless they say so. */
  readonly kind?: 'words' | 'bar';
  /** The number of its kind that is looked for first. */
  readonly strong?: boolean;
  /** The title is for readers: the cells say it themselves. */
  readonly quiet?: boolean;
  readonly render: (row: Row) => ReactNode;
}

interface PhoneLines<Row> {
  readonly line1: (row: Row) => ReactNode;
  readonly line2?: (row: Row) => ReactNode;
  readonly number: (row: Row) => ReactNode;
  readonly under?: (row: Row) => ReactNode;
}

interface FigureTableProps<Row> {
  /** What it is, for readers. */
  readonly label: string;
  readonly columns: readonly Figure<Row>[];
  readonly phone: PhoneLines<Row>;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => Key;
  readonly total?: Row | undefined;
  /** Many rows scroll under their head. */
  readonly scrolls?: boolean;
  /** What is to be known of its numbers, under it. */
  readonly note?: string | undefined;
}

export function FigureTable<Row>(props: FigureTableProps<Row>) {
  const isPhone = useMediaQuery(PHONE_WIDTH, false, { getInitialValueInEffect: false });
  const table = isPhone ? <PhoneFigures {...props} /> : <WideFigures {...props} />;
  if (!props.scrolls) return table;
  return (
    // What scrolls can be scrolled by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css['scrolled']} role="region" aria-label={`${props.label}, all rows`} tabIndex={0}>
      {table}
    </div>
  );
}

function WideFigures<Row>({ label, columns, rows, rowKey, total, note }: FigureTableProps<Row>) {
  const cells = (row: Row) =>
    columns.map(({ key, kind, strong, render }, at) =>
      at === 0 ? (
        <th key={key} scope="row">
          {render(row)}
        </th>
      ) : (
        <td key={key} data-kind={kind} data-strong={strong || undefined}>
          {render(row)}
        </td>
      ),
    );
  return (
    <table className={css['table']} aria-label={label}>
      {note !== undefined && <caption className={css['note']}>{note}</caption>}
      <thead>
        <tr>
          {columns.map(({ key, title, kind, quiet }) => (
            <th key={key} scope="col" data-kind={kind}>
              {quiet ? <span className="s-visually-hidden">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>{cells(row)}</tr>
        ))}
      </tbody>
      {total !== undefined && (
        <tfoot>
          <tr>{cells(total)}</tr>
        </tfoot>
      )}
    </table>
  );
}

function PhoneFigures<Row>({ label, phone, rows, rowKey, total, note }: FigureTableProps<Row>) {
  const cells = (row: Row) => (
    <>
      <th scope="row">
        <span className={css['line1']}>{phone.line1(row)}</span>
        {phone.line2 && <span className={css['line2']}>{phone.line2(row)}</span>}
      </th>
      <td>
        <strong>{phone.number(row)}</strong>
        {phone.under && <span className={css['line2']}>{phone.under(row)}</span>}
      </td>
    </>
  );
  return (
    <table className={css['phone']} aria-label={label}>
      {note !== undefined && <caption className={css['note']}>{note}</caption>}
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>{cells(row)}</tr>
        ))}
      </tbody>
      {total !== undefined && (
        <tfoot>
          <tr>{cells(total)}</tr>
        </tfoot>
      )}
    </table>
  );
}
