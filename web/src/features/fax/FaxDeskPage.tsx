// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The fax desk: every fax of the clinic, what did not arrive on top, and beside
 * the list the one that is open. On narrow screens the open one takes the
 * place of the list. What is shown stands in the address, so that it can be
 * sent to a colleague and Back leads back.
 */
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPrinterOff, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import type { FaxRow } from '../../api/generated/schema';
import { EmptyState } from '../../ui/feedback/states';
import { formatDateTime, formatPhone } from '../../ui/format';
import { useRowKeys } from '../../ui/keyboard/useRowKeys';
import { useShortcuts } from '../../ui/keyboard/useShortcuts';
import { useGo, useQueryParam } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Page } from '../../ui/page/Page';
import { StatusBadge } from '../../ui/status/StatusBadge';
import { CursorPager, useCursors } from '../../ui/table/CursorPager';
import { DataTable, type Column, type PhoneRow } from '../../ui/table/DataTable';
import { FilterRow } from '../../ui/table/FilterRow';
import { Words } from '../../ui/table/Words';
import { faxReason, isFaxFilter, rowBadge, SEARCH_MIN, subjectText, type FaxFilter } from './labels';
import { FaxPane } from './FaxPane';
import { faxList } from './queries';
import styles from './faxList.module.css';

const TYPING_PAUSE_MS = 250;

export function FaxDeskPage() {
  const go = useGo();
  const given = useQueryParam('state');
  const state: FaxFilter = isFaxFilter(given) ? given : 'all';
  const open = useQueryParam('fax');
  const [search, setSearch] = useState('');
  const [typed] = useDebouncedValue(search.trim(), TYPING_PAUSE_MS);
  const q = typed.length >= SEARCH_MIN ? typed : '';
  const [cursors, setCursors] = useCursors([state, q]);
  const list = useQuery({
    ...faxList(state, q, cursors.at(-1) ?? null),
    placeholderData: keepPreviousData,
  });
  const table = useRef<HTMLDivElement>(null);
  useRowKeys(table, 'tbody tr td:first-child a');
  useShortcuts('Fax desk', [
    { keys: ['j', 'k'], does: 'next / previous fax' },
    { keys: ['o'], does: 'open the fax' },
  ]);
  const trouble = list.data?.trouble;

  const filters = [
    { key: 'all', title: 'All' },
    { key: 'trouble', title: 'Needs attention', count: trouble, urgent: true },
    { key: 'moving', title: 'On the way' },
    { key: 'failed', title: 'Failed' },
    { key: 'unknown', title: 'Unconfirmed' },
    { key: 'delivered', title: 'Delivered' },
  ] as const;

  return (
    <Page title="Fax desk" wide lead="Failed and unconfirmed faxes stay at the top until they are resolved.">
      <div className={styles.faxList} data-open={open !== undefined || undefined}>
        <div className={styles.finding}>
          <div className={styles.tools}>
            <FilterRow
              label="Which faxes"
              filters={filters}
              value={state === 'sent' ? 'moving' : state}
              onChange={(key) => go(paths.faxDesk({ state: key === 'all' ? undefined : key }))}
            />
            <TextInput
              className={styles.search ?? ''}
              type="search"
              label="Search faxes"
              classNames={{ label: 's-visually-hidden' }}
              placeholder="Prescription, patient, pharmacy or fax number"
              leftSection={<IconSearch size={16} aria-hidden="true" />}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
          </div>
          <p className={styles.hint} role="status">
            {search.trim() !== '' && search.trim().length < SEARCH_MIN
              ? 'Type 3 or more characters to search.'
              : ''}
          </p>
        </div>
        <div className={styles.list} ref={table}>
          <DataTable
            label="Faxes"
            // The open fax shows the rest.
            columns={open === undefined ? columns : columns.slice(0, 4)}
            phone={PHONE}
            rows={list.data?.items ?? []}
            rowKey={(row) => row._id}
            rowHref={(row) => paths.faxDesk({ state: given, fax: row._id })}
            rowTone={(row) => (row._id === open ? 'selected' : undefined)}
            query={list}
            twoLines
            empty={
              <EmptyState
                icon={IconPrinterOff}
                text={q === '' && state === 'all' ? 'No faxes yet' : 'No fax was found'}
                hint={emptyHint(state, q)}
              />
            }
          />
          <CursorPager label="Faxes" cursors={cursors} page={list} onCursors={setCursors} />
        </div>
        {open !== undefined && <FaxPane key={open} id={open} state={given} />}
      </div>
    </Page>
  );
}

function emptyHint(state: FaxFilter, q: string): string {
  if (q !== '') return 'Try another part of the name, the prescription or the number.';
  if (state === 'trouble') return 'All faxes were delivered or are on their way.';
  return 'Faxes appear here as soon as they are queued.';
}

const columns: readonly Column<FaxRow>[] = [
  {
    key: 'subject',
    title: 'Fax',
    kind: 'person',
    render: (row) => (
      <>
        <span className={styles.label}>
          <Words>{subjectText(row)}</Words>
        </span>
        <br />
        <span className={styles.second}>
          <Words>{patientOf(row)}</Words>
        </span>
      </>
    ),
  },
  {
    key: 'to',
    title: 'Recipient',
    kind: 'text',
    render: (row) => (
      <>
        {row.recipientName}
        <span className={`${styles.second} ${styles.number}`}>{formatPhone(row.toNumber)}</span>
      </>
    ),
  },
  {
    key: 'state',
    title: 'State',
    kind: 'state',
    render: (row) => (
      <>
        <Badge row={row} />
        {faxReason(row) !== null && <span className={styles.second}>{faxReason(row)}</span>}
      </>
    ),
  },
  {
    key: 'queued',
    title: 'Queued',
    kind: 'time',
    render: (row) => (
      <>
        {formatDateTime(row.queuedAt)}
        <span className={styles.second}>
          <Words>{whoQueued(row)}</Words>
        </span>
      </>
    ),
  },
  {
    key: 'attempts',
    title: 'Attempts',
    kind: 'number',
    wide: true,
    render: (row) => row.attempts,
  },
  {
    key: 'pages',
    title: 'Pages',
    kind: 'number',
    wide: true,
    render: (row) => row.pages ?? '–',
  },
];

const PHONE: PhoneRow<FaxRow> = {
  line1: (row) => patientOf(row),
  line2: (row) => `${subjectText(row)} to ${row.recipientName}`,
  flags: faxReason,
  action: (row) => <Badge row={row} />,
};

function Badge({ row }: { readonly row: FaxRow }) {
  const { code, text } = rowBadge(row);
  return <StatusBadge code={code} text={text} />;
}

const patientOf = ({ person }: FaxRow) => `${person.FirstName} ${person.LastName}`;

function whoQueued(row: FaxRow): string {
  if (row.byLink) return 'By the patient’s link';
  return row.by ? `${row.by.FirstName} ${row.by.LastName}` : 'Automatic';
}
