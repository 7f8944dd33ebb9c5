// SPDX-License-Identifier: AGPL-3.0-or-later

// Where somebody is signed in, and ending it.
import { Button } from '@mantine/core';
import { IconDeviceDesktopOff } from '@tabler/icons-react';
import type { StaffAccount, StaffAccountDetail } from '../../../api/generated/schema';
import { EmptyState } from '../../../ui/feedback/states';
import { formatDateTime } from '../../../ui/format';
import { Card } from '../../../ui/page/Card';
import { type Column, DataTable, type PhoneRow } from '../../../ui/table/DataTable';
import { endSession, signOutEverywhere } from './commands';
import classes from './staff.module.css';
import { useChange } from './useChange';

type Session = StaffAccountDetail['sessions'][number];

export function SessionList({
  account,
  sessions,
}: {
  readonly account: StaffAccount;
  readonly sessions: readonly Session[];
}) {
  const { busy, run } = useChange(account);
  const columns: Column<Session>[] = [
    {
      key: 'agent',
      title: 'Where',
      kind: 'text',
      render: (row) => (
        <>
          {row.agent}
          <span className={classes['second']}>{row.ip}</span>
        </>
      ),
    },
    {
      key: 'seen',
      title: 'Last seen',
      kind: 'time',
      render: (row) => formatDateTime(row.lastSeenAt),
    },
  ];
  const endButton = (row: Session) => (
    <Button
      variant="default"
      disabled={busy}
      aria-label={`End: ${row.agent}, ${formatDateTime(row.lastSeenAt)}`}
      onClick={() =>
        void run({
          sends: row._id,
          what: 'sessions',
          words: 'Session ended.',
          work: (key) => endSession(account._id, row._id, key),
        })
      }
    >
      End
    </Button>
  );
  const end: Column<Session> = { key: 'end', title: 'End', kind: 'action', render: endButton };
  const phone: PhoneRow<Session> = {
    line1: (row) => row.agent,
    line2: (row) => `${row.ip} · ${formatDateTime(row.lastSeenAt)}`,
    ...(account.own ? {} : { action: endButton }),
  };
  return (
    <Card
      title="Signed in"
      action={
        !account.own && sessions.length > 0 ? (
          <Button
            variant="default"
            loading={busy}
            onClick={() =>
              void run({
                sends: 'all',
                what: 'sessions',
                words: 'Signed out everywhere.',
                work: (key) => signOutEverywhere(account._id, key),
              })
            }
          >
            Sign out everywhere
          </Button>
        ) : undefined
      }
    >
      <DataTable<Session>
        label="Signed in"
        columns={account.own ? columns : [...columns, end]}
        phone={phone}
        rows={sessions}
        rowKey={(row) => row._id}
        empty={<EmptyState icon={IconDeviceDesktopOff} text="Not signed in anywhere" />}
      />
    </Card>
  );
}
