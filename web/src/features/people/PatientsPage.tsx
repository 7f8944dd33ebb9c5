// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The list of patients: search, sorting by first name, last name or the day
 * they joined, paging. Place and order live in the URL-free state of the query
 * cache so that Back shows the same page with the last opened row marked.
 */
import { Loader, TextInput } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { IconSearch, IconUserSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';

import type { PatientList, PatientListRecord } from '../../api/generated/schema';
import { EmptyState } from '../../ui/feedback/states';
import { formatDate, formatHealthNumber } from '../../ui/format';
import { Kbd } from '../../ui/Kbd';
import { isChord } from '../../ui/keyboard/chord';
import { useRowKeys } from '../../ui/keyboard/useRowKeys';
import { useShortcuts } from '../../ui/keyboard/useShortcuts';
import { useQueryParam } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { PHONE_WIDTH } from '../../ui/widths';
import { Page } from '../../ui/page/Page';
import { DataTable, type Column, type PhoneRow, type Sort } from '../../ui/table/DataTable';
import { Words } from '../../ui/table/Words';
import { LIST_SEARCH_ID, OPENED_KEY, PATIENT_SEARCH_MIN, SEARCH_BY, TYPING_PAUSE_MS } from './patients';
import styles from './patients.module.css';
import { patientList, type PatientSort } from './staff/queries';

/** Page sizes of the patients list (2-back-office §9). */
const PAGE_SIZES = [5, 10, 15, 20];

/** The link of each row. */
const LINKS = 'tbody tr td:first-child a';

type Place = {
  search: string;
  sort: PatientSort;
  descending: boolean;
  limit: number;
  page: number;
  /** The cursor of each page from the second on. */
  cursors: readonly string[];
};

const start: Place = {
  search: '',
  sort: 'last',
  descending: false,
  limit: 10,
  page: 0,
  cursors: [],
};

const PLACE_KEY = ['place', 'patients'];

export function PatientsPage() {
  const client = useQueryClient();
  const isPhone = useMediaQuery(PHONE_WIDTH, false, { getInitialValueInEffect: false });
  const wanted = useQueryParam('q');
  const [place, setPlace] = useState<Place>(() => {
    // Kept while the session lasts, however long a patient's page stays open in between.
    client.setQueryDefaults(['place'], { gcTime: Number.POSITIVE_INFINITY });
    const kept = client.getQueryData<Place>(PLACE_KEY) ?? start;
    return wanted === undefined ? kept : { ...start, search: wanted };
  });
  const go = (change: Partial<Place>) => {
    const next = { ...place, ...change };
    client.setQueryData(PLACE_KEY, next);
    setPlace(next);
  };
  const first = (change: Partial<Place>) => {
    go({ page: 0, cursors: [], ...change });
  };

  const [typed] = useDebouncedValue(place.search.trim(), TYPING_PAUSE_MS);
  const q = typed.length >= PATIENT_SEARCH_MIN ? typed : '';
  const list = useQuery({
    ...patientList({
      limit: place.limit,
      cursor: place.cursors[place.page - 1] ?? null,
      sort: place.sort,
      descending: place.descending,
      q,
    }),
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.items ?? [];
  const table = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const links = () => [...(table.current?.querySelectorAll<HTMLElement>(LINKS) ?? [])];
  useRowKeys(table, LINKS);
  useShortcuts('Patients list', [
    { keys: ['/'], does: 'search the list' },
    { keys: ['↑', '↓'], does: 'from row to row; j and k too' },
    { keys: ['Enter'], does: 'open the patient of the row' },
  ]);
  const [opened, setOpened] = useState(() => client.getQueryData<string>(OPENED_KEY));

  // The row that was clicked last is marked on return; Enter on its link is a click as well.
  const remember = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest('tbody tr') : null;
    const id = rows.find((one) => row?.querySelector(LINKS)?.getAttribute('href') === hrefOf(one))?.Person
      ._id;
    if (id === undefined) return;
    client.setQueryData(OPENED_KEY, id);
    setOpened(id);
  };
  const fromBox = (event: KeyboardEvent) => {
    if (isChord(event) || (event.key !== 'ArrowDown' && event.key !== 'Enter')) return;
    event.preventDefault();
    const [top, ...others] = links();
    top?.focus();
    // Nobody's record is opened by guessing: only when one answer stands, to what was typed last.
    const settled = !list.isPlaceholderData && typed === place.search.trim() && q !== '';
    if (event.key === 'Enter' && settled && others.length === 0) top?.click();
  };
  const fromRow = (event: KeyboardEvent) => {
    if (isChord(event) || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    const all = links();
    const here = all.findIndex((link) => link === document.activeElement);
    if (here < 0) return;
    event.preventDefault();
    const next = here + (event.key === 'ArrowDown' ? 1 : -1);
    if (next < 0) box.current?.focus();
    else all[Math.min(all.length - 1, next)]?.focus();
  };

  return (
    <Page title="Patients" wide>
      <TextInput
        ref={box}
        id={LIST_SEARCH_ID}
        className={styles.search ?? ''}
        type="search"
        label="Search patients"
        classNames={{ label: 's-visually-hidden' }}
        placeholder={isPhone ? SEARCH_BY.phone : SEARCH_BY.desk}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        rightSection={list.isFetching ? <Loader size={14} /> : <Kbd>/</Kbd>}
        autoComplete="off"
        spellCheck={false}
        value={place.search}
        onKeyDown={fromBox}
        onChange={(event) => {
          first({ search: event.currentTarget.value });
        }}
      />
      <p className={styles.hint} role="status">
        {hintFor(place, q, list.isPlaceholderData ? undefined : list.data)}
      </p>
      {/* The rows' links take the keys; the list only moves between them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
      <div
        className={styles.list}
        ref={table}
        data-waiting={list.isPlaceholderData || undefined}
        onClickCapture={remember}
        onKeyDown={fromRow}
      >
        <DataTable
          label="Patients"
          columns={columns}
          phone={PHONE}
          rows={rows}
          rowKey={(row) => row._id}
          rowHref={hrefOf}
          rowTone={(row) => (row.Person._id === opened ? 'dotted' : undefined)}
          sort={{ key: place.sort, descending: place.descending }}
          onSort={(sort: Sort) => {
            first({ sort: sortOf(sort.key), descending: sort.descending });
          }}
          query={list}
          empty={
            <EmptyState
              icon={IconUserSearch}
              text={q === '' ? 'No patients yet' : 'No patient was found'}
              hint={
                q === ''
                  ? 'Patients appear here once they register.'
                  : 'Try another part of the name, the email or the health card number.'
              }
            />
          }
          total={list.data?.total ?? 0}
          atLeast={list.data?.atLeast ?? false}
          hasNext={list.data?.nextCursor != null && !list.isPlaceholderData}
          page={place.page}
          pageSize={place.limit}
          pageSizes={PAGE_SIZES}
          onPage={(page) => {
            const next = list.data?.nextCursor;
            if (page < place.page) go({ page });
            else if (next) go({ page, cursors: [...place.cursors.slice(0, place.page), next] });
          }}
          onPageSize={(limit) => {
            first({ limit });
          }}
        />
      </div>
    </Page>
  );
}

const hrefOf = (row: PatientListRecord) => paths.patient(row.Person._id);

/** What the search came to, for eyes and readers alike. */
function hintFor(place: Place, q: string, list: PatientList | undefined): string {
  const search = place.search.trim();
  if (search !== '' && search.length < PATIENT_SEARCH_MIN) return 'Type 3 or more characters to search.';
  if (q === '' || list === undefined) return '';
  const said = list.meant.length > 0 ? [`No one is named “${q}”. Shown: ${list.meant.join(', ')}.`] : [];
  const asked = `${place.descending ? '-' : ''}${place.sort}`;
  if (list.sort !== asked && list.sort === 'last') {
    said.push('Too many matches to sort. Showing by last name. Type more letters to use your sort order.');
  }
  if (said.length === 0 && list.total > 0) {
    said.push(`${list.total}${list.atLeast ? ' or more' : ''} found.`);
  }
  return said.join(' ');
}

function sortOf(key: string): PatientSort {
  return key === 'first' || key === 'joined' ? key : 'last';
}

const columns: readonly Column<PatientListRecord>[] = [
  {
    key: 'first',
    title: 'FirstName',
    kind: 'person',
    sortable: true,
    render: (row) => row.Person.FirstName,
  },
  {
    key: 'last',
    title: 'LastName',
    kind: 'person',
    sortable: true,
    render: (row) => (
      <>
        <Words>{row.Person.LastName}</Words>
        {row.pending > 0 && (
          <span className={styles.pending}>
            {row.pending}
            <span className="s-visually-hidden"> pending prescriptions</span>
          </span>
        )}
      </>
    ),
  },
  { key: 'email', title: 'Email', kind: 'text', wide: true, render: (row) => row.Email },
  {
    key: 'number',
    title: 'Health Number',
    kind: 'reference',
    render: (row) => (
      <span className={styles.number}>
        {row.Person.HealthDocuments.map(({ DocumentNumber }) =>
          row.chart === null ? (
            formatHealthNumber(DocumentNumber)
          ) : (
            <a
              key={DocumentNumber}
              href={row.chart}
              target="_blank"
              rel="noreferrer"
              title="Electronic chart (opens in a new tab)"
            >
              {formatHealthNumber(DocumentNumber)}
            </a>
          ),
        )}
      </span>
    ),
  },
  {
    key: 'born',
    title: 'Date of Birth',
    kind: 'time',
    render: (row) => (row.Person.DateOfBirth ? formatDate(row.Person.DateOfBirth) : ''),
  },
  {
    key: 'joined',
    title: 'Date joined',
    kind: 'time',
    sortable: true,
    render: (row) => formatDate(row.CreatedAt),
  },
];

/** "Last, First"; birth date and card number; how many requests are open. */
const PHONE: PhoneRow<PatientListRecord> = {
  line1: ({ Person }) => [Person.LastName, Person.FirstName].filter((part) => part !== '').join(', '),
  line2: ({ Person }) =>
    [
      Person.DateOfBirth ? formatDate(Person.DateOfBirth) : '',
      ...Person.HealthDocuments.map(({ DocumentNumber }) => formatHealthNumber(DocumentNumber)),
    ]
      .filter((part) => part !== '')
      .join(' · '),
  action: ({ pending }) => pending > 0 && <strong className={styles.open}>{`${pending} open`}</strong>,
};
