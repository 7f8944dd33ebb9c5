// SPDX-License-Identifier: AGPL-3.0-or-later

// A list as a table with sorting and paging; on a phone each row is two lines, and all of it is the link.
// A column says what it means, and its width, wrapping and alignment follow from that. It decides nothing
// about data: sorting and paging are asked of the caller.
import { ActionIcon, NativeSelect, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import {
  type FocusEvent,
  type Key,
  type MouseEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { isUnanswered } from '../feedback/loadFailure';
import { marksWaiting } from '../feedback/marksWaiting';
import { ErrorState } from '../feedback/states';
import { useIsSlow } from '../feedback/useIsSlow';
import { AppLink, useGo } from '../links/AppLink';
import type { Address } from '../links/paths';
import classes from './DataTable.module.css';
import { Words } from './Words';
import { PHONE_WIDTH } from '../widths';
import { formatCount } from './count';

/**
 * What a column means. A `number` counts or is money; a `reference` names something, such as a request, a
 * health card or a telephone.
 */
type Kind = 'person' | 'drug' | 'number' | 'reference' | 'time' | 'state' | 'action' | 'text';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly kind: Kind;
  readonly sortable?: boolean;
  /** The title is for readers: the cells say it themselves. */
  readonly quiet?: boolean;
  /** Left out where the table is narrow. */
  readonly wide?: boolean;
  readonly render: (row: Row) => ReactNode;
}

/** A row on a phone. */
export interface PhoneRow<Row> {
  /** Who or what it is: the link, where the row is one. */
  readonly line1: (row: Row) => ReactNode;
  readonly line2?: (row: Row) => ReactNode;
  /** A third line, when the row has something to warn of. */
  readonly flags?: (row: Row) => ReactNode;
  /** The state, or what can be done, at the right. */
  readonly action?: (row: Row) => ReactNode;
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
  readonly phone: PhoneRow<Row>;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => Key;
  /** The first cell becomes a link, and the whole row follows it. */
  readonly rowHref?: (row: Row) => Address;
  readonly rowTone?: (row: Row) => string | undefined;
  readonly sort?: Sort | undefined;
  readonly onSort?: (sort: Sort) => void;
  /** What the rows come from; without it they are here. */
  readonly query?: RowsQuery;
  /** A row of a desk has a second line, for which the bones leave room. */
  readonly twoLines?: boolean;
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
  const { label, rows, query, empty } = props;
  const isPhone = useMediaQuery(PHONE_WIDTH, false, { getInitialValueInEffect: false });
  const focus = useKeptFocus(isPhone, rows.length);
  if (query?.isPending) return <Bones {...props} isPhone={isPhone} />;
  // Without an answer the rows of before may be read on; the banner says that the server is away.
  if (query?.isError && !(rows.length > 0 && isUnanswered(query.error)))
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (rows.length === 0) return <>{empty}</>;
  return (
    <div className={classes['frame']}>
      <table className={isPhone ? classes['phone'] : classes['table']} aria-label={label} {...focus}>
        {isPhone ? <PhoneRows {...props} /> : <WideRows {...props} />}
      </table>
      {props.onPage && <Footer {...props} />}
    </div>
  );
}

/**
 * A phone that is turned draws the rows anew: the row that had the focus has it again. Where that row was taken away,
 * the next one has it, at the control that stands in the same place.
 */
function useKeptFocus(isPhone: boolean, count: number) {
  const table = useRef<HTMLTableElement>(null);
  const place = useRef<{
    readonly part: 'thead' | 'tbody';
    readonly at: number;
    readonly control: number;
  } | null>(null);
  const drawn = useRef({ isPhone, count });
  useLayoutEffect(() => {
    const before = drawn.current;
    drawn.current = { isPhone, count };
    if (before.isPhone === isPhone && before.count <= count) return;
    if (!place.current || document.activeElement !== document.body) return;
    const { part, at } = place.current;
    const control = before.isPhone === isPhone ? place.current.control : 0;
    const rows = table.current?.querySelectorAll(part === 'thead' ? 'thead button' : 'tbody tr');
    const row = rows?.[Math.min(at, rows.length - 1)];
    (row instanceof HTMLButtonElement ? row : controlsOf(row)[control])?.focus();
  }, [isPhone, count]);
  return {
    ref: table,
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLTableElement>) => {
      const row = target.closest<HTMLTableRowElement>('tbody tr');
      place.current = row
        ? { part: 'tbody', at: row.sectionRowIndex, control: controlsOf(row).indexOf(target) }
        : {
            part: 'thead',
            at: [...currentTarget.querySelectorAll('thead button')].indexOf(target),
            control: 0,
          };
    },
    onBlur: () => {
      place.current = null;
    },
  };
}

function controlsOf(row: Element | undefined): HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>('a, button') ?? [])];
}

/** So many rows are drawn at most while the first ones are on their way. */
const MOST_BONES = 10;

/** The list before its answer: its head at once, its rows at their height, grey ones after a while. */
function Bones<Row>({
  columns,
  phone,
  onSort,
  pageSize = 4,
  twoLines = false,
  isPhone,
}: DataTableProps<Row> & { readonly isPhone: boolean }) {
  const shown = useIsSlow();
  const heads = isPhone ? columns.filter(({ sortable }) => sortable && onSort) : columns;
  const cells = isPhone ? [{ key: 'lines', wide: false }] : columns;
  const has2 = isPhone ? phone.line2 !== undefined : twoLines;
  return (
    <div ref={marksWaiting} className={classes['frame']} role="status" aria-busy="true">
      <span className="s-visually-hidden">{shown && 'Loading...'}</span>
      <table className={isPhone ? classes['phone'] : classes['table']} aria-hidden="true">
        {heads.length > 0 && (
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head.key} data-kind={head.kind} data-wide={head.wide}>
                  <span className={head.sortable && onSort ? classes['sort'] : undefined}>
                    {titleOf(head)}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody data-bones={shown ? 'shown' : 'held'}>
          {Array.from({ length: Math.min(pageSize, MOST_BONES) }, (_, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- bones are all alike
            <tr key={row}>
              {cells.map(({ key, wide }, at) => (
                <td
                  key={key}
                  className={isPhone ? classes['lines'] : undefined}
                  data-wide={wide || undefined}
                >
                  <Skeleton height={12} my={5} width={isPhone ? '48%' : '72%'} />
                  {has2 && at === 0 && <Skeleton height={10} my={5} width={isPhone ? '64%' : '48%'} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function WideRows<Row>({ columns, rows, rowKey, rowHref, rowTone, sort, onSort }: DataTableProps<Row>) {
  return (
    <>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Line key={rowKey(row)} row={row} columns={columns} href={rowHref?.(row)} tone={rowTone?.(row)} />
        ))}
      </tbody>
    </>
  );
}

function PhoneRows<Row>({
  columns,
  phone,
  rows,
  rowKey,
  rowHref,
  rowTone,
  sort,
  onSort,
}: DataTableProps<Row>) {
  const sorts = onSort ? columns.filter((column) => column.sortable) : [];
  return (
    <>
      {sorts.length > 0 && (
        <thead>
          <tr>
            {sorts.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row) => {
          const href = rowHref?.(row);
          const line2 = phone.line2?.(row);
          const flags = phone.flags?.(row);
          const action = phone.action?.(row);
          const line1 = worded(phone.line1(row));
          return (
            <tr key={rowKey(row)} data-tone={rowTone?.(row)}>
              <td className={classes['lines']}>
                <div className={classes['line1']}>
                  {href === undefined ? line1 : <AppLink href={href}>{line1}</AppLink>}
                </div>
                {isSaid(line2) && <div className={classes['line2']}>{worded(line2)}</div>}
                {isSaid(flags) && <div className={classes['flags']}>{flags}</div>}
              </td>
              {(href !== undefined || isSaid(action)) && (
                <td className={classes['action']}>
                  {action}
                  {href !== undefined && <IconChevronRight size={16} aria-hidden="true" />}
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </>
  );
}

const isSaid = (node: ReactNode) => node !== undefined && node !== null && node !== '' && node !== false;

/** Plain words of a name; what is drawn otherwise keeps its words itself. */
const worded = (node: ReactNode) => (typeof node === 'string' ? <Words>{node}</Words> : node);

interface HeadProps<Row> {
  readonly column: Column<Row>;
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
}

function titleOf<Row>({ title, quiet }: Column<Row>): ReactNode {
  return quiet ? <span className="s-visually-hidden">{title}</span> : title;
}

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const sorted = sort?.key === column.key;
  const shape = { scope: 'col', 'data-kind': column.kind, 'data-wide': column.wide } as const;
  if (!column.sortable || !onSort) return <th {...shape}>{titleOf(column)}</th>;
  const Arrow = sorted && sort.descending ? IconArrowDown : IconArrowUp;
  return (
    <th {...shape} aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}>
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
      {columns.map(({ key, kind, wide, render }, at) => {
        const shown = kind === 'person' || kind === 'drug' ? worded(render(row)) : render(row);
        return (
          <td key={key} data-kind={kind} data-wide={wide}>
            {at === 0 && href !== undefined ? <AppLink href={href}>{shown}</AppLink> : shown}
          </td>
        );
      })}
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
      <span aria-live="polite">{`${first}-${last} of ${formatCount(all, atLeast)}`}</span>
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
