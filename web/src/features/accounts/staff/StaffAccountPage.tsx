// SPDX-License-Identifier: AGPL-3.0-or-later

// One account of the staff: role, numbers, switching it off, the authenticator, sessions, and what was
// changed before. Nobody changes the own account here.
import { Button } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../api/failures';
import type { StaffAccount, StaffAccountDetail } from '../../../api/generated/schema';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog';
import { isUnanswered } from '../../../ui/feedback/failureText';
import { isUnanswered as isNoAnswer } from '../../../ui/feedback/loadFailure';
import { EmptyState, ErrorState, Loading, Notice } from '../../../ui/feedback/states';
import { formatDateTime } from '../../../ui/format';
import { AppLink, useRouteParam } from '../../../ui/links/AppLink';
import { paths } from '../../../ui/links/paths';
import { Card, Facts } from '../../../ui/page/Card';
import { Page } from '../../../ui/page/Page';
import { type Column, DataTable, type PhoneRow } from '../../../ui/table/DataTable';
import { disableAccount, enableAccount } from './commands';
import { changeText, roleText, STATES } from './labels';
import { NumbersCard } from './NumbersCard';
import { staffAccount } from './queries';
import { ResetSecondStep } from './ResetSecondStep';
import { RoleCard } from './RoleCard';
import { SessionList } from './SessionList';
import classes from './staff.module.css';
import { useChange } from './useChange';

type Change = StaffAccountDetail['history'][number];

export function StaffAccountPage() {
  const id = useRouteParam('id');
  const found = useQuery(staffAccount(id));
  const crumbs = [{ text: 'Staff accounts', href: paths.staff() }];
  if (found.isPending) {
    return (
      <Page title="Staff account" crumbs={crumbs}>
        <Loading rows={6} />
      </Page>
    );
  }
  // What is typed stays while nobody answers.
  if (found.isError && !(found.data && isNoAnswer(found.error))) {
    return (
      <Page title="Staff account" crumbs={crumbs}>
        {found.error instanceof ApiError && found.error.status === 404 ? (
          <EmptyState
            icon={IconUserOff}
            text="This account was not found"
            hint="There is no staff account with this address."
            action={<AppLink href={paths.staff()}>All staff accounts</AppLink>}
          />
        ) : (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        )}
      </Page>
    );
  }
  const { account, sessions, history } = found.data;
  return (
    <Page title={nameOf(account)} crumbs={crumbs}>
      {account.own && (
        <Notice kind="info" title="This is your own account.">
          Only another administrator can change it.
        </Notice>
      )}
      <div className={classes['cards']}>
        <Card title="Account">
          <Facts
            items={[
              ['Email', account.Email],
              ['Status', STATES[account.state]],
              ['Role', roleText(account)],
              ['Authenticator', account.secondStep ? 'Set up' : 'Set up at next sign-in'],
              ['Last sign-in', account.lastSignIn === null ? 'Never' : formatDateTime(account.lastSignIn)],
              ['Created', formatDateTime(account.createdAt)],
            ]}
          />
          {!account.own && <Switches account={account} />}
        </Card>
        {!account.own && <RoleCard account={account} />}
        <NumbersCard account={account} />
        <SessionList account={account} sessions={sessions} />
      </div>
      <Card title="Change history">
        <DataTable<Change>
          label="Change history"
          columns={CHANGES}
          phone={CHANGE_ROW}
          rows={history}
          rowKey={(row) => row._id}
          empty={<EmptyState text="No changes yet" hint="Changes appear here with who made them." />}
        />
      </Card>
    </Page>
  );
}

export function nameOf({ person, Email }: StaffAccount): string {
  return `${person.FirstName} ${person.LastName}`.trim() || Email;
}

/** Off and on, and the authenticator of somebody who lost it. */
function Switches({ account }: { readonly account: StaffAccount }) {
  const { busy, run } = useChange(account);
  const [asked, setAsked] = useState<'off' | 'step' | null>(null);
  const isOff = account.state === 'disabled';
  const name = nameOf(account);
  return (
    <div className={classes['acts']}>
      {isOff && (
        <Button
          variant="default"
          loading={busy}
          onClick={() =>
            void run({
              sends: ['enable', account.version],
              what: 'enabled',
              words: 'Account reactivated.',
              work: (key) => enableAccount(account, key),
            })
          }
        >
          Reactivate
        </Button>
      )}
      {(account.state === 'active' || account.state === 'unconfirmed') && (
        <Button className="s-danger-outline" variant="default" onClick={() => setAsked('off')}>
          Deactivate
        </Button>
      )}
      {account.secondStep && (
        <Button variant="default" onClick={() => setAsked('step')}>
          Reset authenticator
        </Button>
      )}
      <ConfirmDialog
        opened={asked === 'off'}
        title="Deactivate account"
        question={
          <p>{`${name} will be signed out everywhere at once and can’t sign in again until an administrator reactivates the account.`}</p>
        }
        safeLabel="Keep active"
        dangerLabel="Deactivate"
        busy={busy}
        onConfirm={() =>
          void run({
            sends: ['disable', account.version],
            what: 'disabled',
            words: 'Account deactivated.',
            work: (key) => disableAccount(account, key),
            onDone: () => setAsked(null),
            // Refused, it is over; without an answer it goes when it is seen to be done.
            onFailed: (failure) => {
              if (!isUnanswered(failure)) setAsked(null);
            },
          })
        }
        onClose={() => setAsked(null)}
      />
      {asked === 'step' && <ResetSecondStep account={account} onClose={() => setAsked(null)} />}
    </div>
  );
}

const CHANGES: readonly Column<Change>[] = [
  { key: 'what', title: 'What', kind: 'state', render: (row) => changeText(row.what) },
  { key: 'was', title: 'Before', kind: 'text', render: (row) => row.was },
  { key: 'became', title: 'After', kind: 'text', render: (row) => row.became },
  { key: 'by', title: 'By', kind: 'person', render: authorOf },
  { key: 'at', title: 'When', kind: 'time', render: (row) => formatDateTime(row.at) },
];

const CHANGE_ROW: PhoneRow<Change> = {
  line1: (row) => changeText(row.what),
  line2: (row) => `${authorOf(row)}, ${formatDateTime(row.at)}`,
  flags: (row) => (row.was || row.became ? `${row.was || 'nothing'} → ${row.became || 'nothing'}` : null),
};

function authorOf({ by }: Change): string {
  return `${by.FirstName} ${by.LastName}`;
}
