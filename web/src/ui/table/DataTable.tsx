// SPDX-License-Identifier: AGPL-3.0-or-later

// A list as a table with sorting and paging; under 768 px the same markup is laid out as cards.
// It decides nothing about data: sorting and paging are asked of the caller.
import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type Key, type MouseEvent, type ReactNode, useId } from 'react';
import { isUnanswered } from '../feedback/loadFailure';
import { ErrorState, Loading } from '../feedback/states';
import { AppLink, useGo } from '../links/AppLink';
import type { Address } from '../links/paths';
import classes from './DataTable.module.css';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly sortable?: boolean;
  readonly align?: 'left' | 'right';
  readonly width?: number | string;
  readonly render: (row: Row) => ReactNode;
}

export interface Sort {
  readonly key: string;
  readonly descending: boolean;
}

/** What the query of a list tells of itself, such as a result of useQuery. */
export interface RowsQuery {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface DataTableProps<Row> {
  /** What the list is, for readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => Key;
  /** The first cell becomes a link, and the whole row follows it. */
  readonly rowHref?: (row: Row) => Address;
  readonly rowTone?: (row: Row) => string | undefined;
  readonly sort?: Sort | undefined;
  readonly onSort?: (sort: Sort) => void;
  /** What the rows come from; without it they are here. */
  readonly query?: RowsQuery;
  readonly empty: ReactNode;
  readonly total?: number;
  /** There may be more than `total`. */
  readonly atLeast?: boolean;
  /** Whether a page follows, when the total does not tell. */
  readonly hasNext?: boolean;
  /** Zero-based. */
  readonly page?: number;
  readonly pageSize?: number;
  readonly pageSizes?: readonly number[];
  readonly onPage?: (page: number) => void;
  readonly onPageSize?: (size: number) => void;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, query, empty } = props;
  if (query?.isPending) return <Loading rows={4} />;
  // Without an answer the rows of before may be read on; the banner says that the server is away.
  if (query?.isError && !(rows.length > 0 && isUnanswered(query.error)))
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (rows.length === 0) return <>{empty}</>;
  return (
    <div className={classes['frame']}>
      <table className={classes['table']} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line
              key={rowKey(row)}
              row={row}
              columns={columns}
              href={props.rowHref?.(row)}
              tone={props.rowTone?.(row)}
            />
          ))}
        </tbody>
      </table>
      {props.onPage && <Footer {...props} />}
    </div>
  );
}

interface HeadProps<Row> {
  readonly column: Column<Row>;
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
}

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const sorted = sort?.key === column.key;
  const style = column.width === undefined ? {} : { width: column.width };
  if (!column.sortable || !onSort) {
    return (
      <th scope="col" data-align={column.align} style={style}>
        {column.title}
      </th>
    );
  }
  const Arrow = sorted && sort.descending ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      data-align={column.align}
      style={style}
      aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className={classes['sort']}
        onClick={() => onSort({ key: column.key, descending: sorted ? !sort.descending : false })}
      >
        {column.title}
        <Arrow size={14} aria-hidden="true" data-shown={sorted || undefined} />
      </button>
    </th>
  );
}

interface LineProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly href: Address | undefined;
  readonly tone: string | undefined;
}

function Line<Row>({ row, columns, href, tone }: LineProps<Row>) {
  const go = useGo();
  const follow = (event: MouseEvent<HTMLTableRowElement>) => {
    if (href === undefined || event.defaultPrevented) return;
    // A click on a control of the row, or while selecting text, is not a click on the row.
    if (event.target instanceof Element && event.target.closest('a,button,input,select,label')) return;
    if ((window.getSelection()?.toString() ?? '') !== '') return;
    go(href);
  };
  return (
    // The link in the first cell is the keyboard's way; the row's click is a convenience for the mouse.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <tr data-link={href === undefined ? undefined : true} data-tone={tone} onClick={follow}>
      {columns.map((column, at) => (
        <td key={column.key} data-align={column.align} data-title={at === 0 ? undefined : column.title}>
          {at === 0 && href !== undefined ? (
            <AppLink href={href}>{column.render(row)}</AppLink>
          ) : (
            column.render(row)
          )}
        </td>
      ))}
    </tr>
  );
}

function Footer<Row>({
  label,
  rows,
  total,
  atLeast = false,
  hasNext,
  page = 0,
  pageSize = 10,
  pageSizes = [10],
  onPage,
  onPageSize,
}: DataTableProps<Row>) {
  const id = useId();
  const first = page * pageSize + 1;
  const last = first + rows.length - 1;
  // A list that is only counted so far may be walked beyond it.
  const all = Math.max(total ?? last, atLeast ? last : 0);
  return (
    <nav className={classes['footer']} aria-label={`${label}, pages`}>
      {onPageSize && (
        <span className={classes['sizes']}>
          <label htmlFor={id}>Rows per page</label>
          <NativeSelect
            id={id}
            size="sm"
            w={84}
            value={String(pageSize)}
            data={pageSizes.map(String)}
            onChange={(event) => onPageSize(Number(event.currentTarget.value))}
          />
        </span>
      )}
      <span aria-live="polite">{`${first}-${last} of ${all.toLocaleString('en-CA')}${atLeast ? '+' : ''}`}</span>
      <span className={classes['steps']}>
        <ActionIcon
          variant="default"
          aria-label="Previous page"
          disabled={page === 0}
          onClick={() => onPage?.(page - 1)}
        >
          <IconChevronLeft size={18} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label="Next page"
          disabled={!(hasNext ?? last < all)}
          onClick={() => onPage?.(page + 1)}
        >
          <IconChevronRight size={18} aria-hidden="true" />
        </ActionIcon>
      </span>
    </nav>
  );
}
