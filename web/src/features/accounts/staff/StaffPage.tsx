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
import { CursorPager } from '../../../ui/table/CursorPager';
import { type Column, DataTable } from '../../../ui/table/DataTable';
import { FilterRow } from '../../../ui/table/FilterRow';
import { roleText, STATES } from './labels';
import { staffList, type StaffState } from './queries';
import classes from './staff.module.css';

export function StaffPage() {
  const [search, setSearch] = useState('');
  const [state, setState] = useState<StaffState>('all');
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const list = useQuery({
    ...staffList(search.trim(), state, cursors.at(-1) ?? null),
    placeholderData: keepPreviousData,
  });
  const table = useRef<HTMLDivElement>(null);
  useRowKeys(table, 'tbody tr td:first-child a');
  return (
    <Page
      title="Staff accounts"
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
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setCursors([]);
          }}
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
          onChange={(key) => {
            setState(key);
            setCursors([]);
          }}
        />
      </div>
      <div ref={table}>
        <DataTable<StaffAccount>
          label="Staff accounts"
          columns={COLUMNS}
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
        <CursorPager
          label="Staff accounts"
          cursors={cursors}
          nextCursor={list.data?.nextCursor ?? null}
          onCursors={setCursors}
        />
      </div>
    </Page>
  );
}

const COLUMNS: readonly Column<StaffAccount>[] = [
  {
    key: 'name',
    title: 'Name',
    render: (row) =>
      `${`${row.person.FirstName} ${row.person.LastName}`.trim() || row.Email}${row.own ? ' (you)' : ''}`,
  },
  { key: 'email', title: 'Email', render: (row) => <span className={classes['address']}>{row.Email}</span> },
  { key: 'role', title: 'Role', render: (row) => roleText(row) },
  { key: 'state', title: 'Status', render: (row) => STATES[row.state] },
  {
    key: 'numbers',
    title: 'College / MSP',
    render: (row) => (
      <span className={classes['number']}>{`${row.collegeNumber ?? '–'} / ${row.billingNumber ?? '–'}`}</span>
    ),
  },
  {
    key: 'last',
    title: 'Last sign-in',
    render: (row) => (
      <span className={classes['number']}>
        {row.lastSignIn === null ? 'Never' : formatDateTime(row.lastSignIn)}
      </span>
    ),
  },
];
