// SPDX-License-Identifier: AGPL-3.0-or-later

// The accounts of the staff: by name, searched by name or address, each a link to what may be done with it.
import { TextInput } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { StaffAccount } from '../../../api/generated/schema';
import { EmptyState } from '../../../ui/feedback/states';
import { formatDateTime } from '../../../ui/format';
import { useRowKeys } from '../../../ui/keyboard/useRowKeys';
import { ButtonLink } from '../../../ui/links/AppLink';
import { paths } from '../../../ui/links/paths';
import { Page } from '../../../ui/page/Page';
import { CursorPager, useCursors } from '../../../ui/table/CursorPager';
import { type Column, DataTable, type PhoneRow } from '../../../ui/table/DataTable';
import { FilterRow } from '../../../ui/table/FilterRow';
import { roleText, STATES } from './labels';
import { staffList, type StaffState } from './queries';
import classes from './staff.module.css';

export function StaffPage() {
  const [search, setSearch] = useState('');
  const [state, setState] = useState<StaffState>('all');
  const [cursors, setCursors] = useCursors([search.trim(), state]);
  const list = useQuery({
    ...staffList(search.trim(), state, cursors.at(-1) ?? null),
    placeholderData: keepPreviousData,
  });
  const table = useRef<HTMLDivElement>(null);
  useRowKeys(table, 'tbody tr td:first-child a');
  return (
    <Page
      title="Staff accounts"
      wide
      lead="Staff, their roles and their active sessions."
      actions={
        <ButtonLink href={paths.officeInvite()} variant="default">
          Invite staff
        </ButtonLink>
      }
    >
      <div className={classes['filters']}>
        <TextInput
          label="Name or email"
          type="search"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <FilterRow
          label="Which accounts"
          filters={[
            { key: 'all', title: 'All' },
            { key: 'active', title: 'Active' },
            { key: 'disabled', title: 'Deactivated' },
            { key: 'unconfirmed', title: 'Not confirmed' },
          ]}
          value={state}
          onChange={setState}
        />
      </div>
      <div ref={table}>
        <DataTable<StaffAccount>
          label="Staff accounts"
          columns={COLUMNS}
          phone={PHONE}
          rows={list.data?.items ?? []}
          rowKey={(row) => row._id}
          rowHref={(row) => paths.staffAccount(row._id)}
          query={list}
          empty={
            <EmptyState
              icon={IconUsersGroup}
              text="No matching accounts"
              hint="Search by another part of the name or address."
            />
          }
        />
        <CursorPager label="Staff accounts" cursors={cursors} page={list} onCursors={setCursors} />
      </div>
    </Page>
  );
}

const COLUMNS: readonly Column<StaffAccount>[] = [
  {
    key: 'name',
    title: 'Name',
    kind: 'person',
    render: nameOf,
  },
  { key: 'email', title: 'Email', kind: 'text', render: (row) => row.Email },
  { key: 'role', title: 'Role', kind: 'state', render: roleText },
  { key: 'state', title: 'Status', kind: 'state', render: (row) => STATES[row.state] },
  {
    key: 'numbers',
    title: 'College / MSP',
    kind: 'reference',
    wide: true,
    render: (row) => `${row.collegeNumber ?? '–'} / ${row.billingNumber ?? '–'}`,
  },
  {
    key: 'last',
    title: 'Last sign-in',
    kind: 'time',
    render: (row) => (row.lastSignIn === null ? 'Never' : formatDateTime(row.lastSignIn)),
  },
];

function nameOf({ person, Email, own }: StaffAccount): string {
  return `${`${person.FirstName} ${person.LastName}`.trim() || Email}${own ? ' (you)' : ''}`;
}

const PHONE: PhoneRow<StaffAccount> = {
  line1: nameOf,
  line2: (row) => `${roleText(row)} · ${row.Email}`,
  action: (row) => STATES[row.state],
};
