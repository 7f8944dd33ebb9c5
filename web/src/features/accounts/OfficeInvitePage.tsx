// SPDX-License-Identifier: AGPL-3.0-or-later

// Inviting somebody to the office, and the invitations that were sent: an invitation counts once, for
// its address, for seven days, and can be taken back.
import { Button, TextInput } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/failures';
import type { InvitationView } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { useCommand } from '../../api/useCommand';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { EmptyState } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { formatDateTime } from '../../ui/format';
import { ErrorSummary, useFaults } from '../../ui/forms/faults';
import { HereAgain } from '../../ui/forms/HereAgain';
import { AppLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Card } from '../../ui/page/Card';
import { About, FormColumns } from '../../ui/page/FormColumns';
import { Page } from '../../ui/page/Page';
import { CursorPager, useCursors } from '../../ui/table/CursorPager';
import { type Column, DataTable, type PhoneRow } from '../../ui/table/DataTable';
import { revokeInvitation, sendInvitation } from './commands';
import classes from './invite.module.css';
import { invitationList } from './queries';

const FAILED = 'An Office Invite could not be sent.';

export function OfficeInvitePage() {
  const [cursors, setCursors] = useCursors(null);
  const [revoking, setRevoking] = useState<InvitationView | null>(null);
  const list = useQuery({ ...invitationList(cursors.at(-1) ?? null), placeholderData: keepPreviousData });
  return (
    <Page title="Office Invite" wide lead="Invites someone to work in the office, by email.">
      <FormColumns
        beside={
          <About title="What an invitation does">
            <p>
              It sends a link to this address. Whoever opens it makes an account of the office, with a
              password and an authenticator of their own.
            </p>
            <p>
              The link works once and for seven days. Until it is used you can revoke it below. Another role
              is given under <AppLink href={paths.staff()}>Staff accounts</AppLink>.
            </p>
          </About>
        }
      >
        <InviteForm onSent={() => setCursors([])} />
      </FormColumns>
      <div className={classes['list']}>
        <DataTable<InvitationView>
          label="Invitations"
          columns={columns(setRevoking)}
          phone={phoneRow(setRevoking)}
          rows={list.data?.items ?? []}
          rowKey={(row) => row._id}
          query={list}
          empty={
            <EmptyState
              icon={IconMailPlus}
              text="No invitations yet"
              hint="Invitations and their status appear here."
            />
          }
        />
        <CursorPager label="Invitations" cursors={cursors} page={list} onCursors={setCursors} />
      </div>
      {revoking !== null && <Revoke invitation={revoking} onClose={() => setRevoking(null)} />}
    </Page>
  );
}

function InviteForm({ onSent }: { readonly onSent: () => void }) {
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const { busy, run, changed } = useCommand();
  const faults = useFaults({ typed: email, stored: '', keep: { name: 'invitation', restore: setEmail } });
  const send = () => {
    const address = email.trim();
    faults.set(
      address === ''
        ? [{ field: 'email', message: 'Email is required.' }]
        : /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)
          ? []
          : [{ field: 'email', message: 'Please enter an email address, such as name@example.com.' }],
    );
    if (address === '' || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) return;
    void run(
      async (key) => {
        const { data } = await sendInvitation(address, key);
        toast.success(data.message);
        setEmail('');
        onSent();
        await refresh(client, 'invitation');
      },
      (failure) => {
        if (failure instanceof ApiError && failure.status === 422) faults.fromError(failure);
        else toastFailure(failure, undefined, FAILED);
      },
    );
  };
  return (
    <form
      noValidate
      aria-label="Office Invite"
      data-no-print
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <Card>
        <ErrorSummary faults={faults.faults} round={faults.round} />
        <HereAgain of={faults.leave} />
        <div className={classes['form']}>
          <TextInput
            id="email"
            type="email"
            label="Office Invite Email"
            autoComplete="off"
            value={email}
            error={faults.error('email')}
            onChange={(event) => {
              setEmail(event.currentTarget.value);
              faults.clear('email');
              changed();
            }}
          />
          <Button type="submit" loading={busy}>
            Invite
          </Button>
        </div>
      </Card>
    </form>
  );
}

function Revoke({
  invitation,
  onClose,
}: {
  readonly invitation: InvitationView;
  readonly onClose: () => void;
}) {
  const client = useQueryClient();
  const { busy, run } = useCommand();
  const revoke = () =>
    run(
      async (key) => {
        await revokeInvitation(invitation._id, key);
        toast.success('Invitation revoked.');
        await refresh(client, 'invitation');
        onClose();
      },
      async (failure) => {
        toastFailure(failure, invitation);
        await refresh(client, 'invitation');
        onClose();
      },
    );
  return (
    <ConfirmDialog
      opened
      title="Revoke invitation"
      question={<p>{`The link sent to ${invitation.email} will stop working.`}</p>}
      safeLabel="Keep it"
      dangerLabel="Revoke"
      busy={busy}
      onConfirm={() => void revoke()}
      onClose={onClose}
    />
  );
}

const STATES: Record<InvitationView['state'], string> = {
  open: 'Waiting',
  used: 'Used',
  revoked: 'Revoked',
  expired: 'Expired',
};

function columns(onRevoke: (invitation: InvitationView) => void): readonly Column<InvitationView>[] {
  return [
    { key: 'email', title: 'Email', kind: 'text', render: (row) => row.email },
    { key: 'state', title: 'Status', kind: 'state', render: (row) => STATES[row.state] },
    {
      key: 'by',
      title: 'Invited by',
      kind: 'person',
      render: (row) => `${row.invitedBy.FirstName} ${row.invitedBy.LastName}`,
    },
    {
      key: 'created',
      title: 'Created',
      kind: 'time',
      wide: true,
      render: (row) => formatDateTime(row.createdAt),
    },
    { key: 'expires', title: 'Expires', kind: 'time', render: (row) => formatDateTime(row.expiresAt) },
    {
      key: 'revoke',
      title: 'Revoke',
      kind: 'action',
      render: (row) => <RevokeButton row={row} onRevoke={onRevoke} />,
    },
  ];
}

function phoneRow(onRevoke: (invitation: InvitationView) => void): PhoneRow<InvitationView> {
  return {
    line1: (row) => row.email,
    line2: (row) =>
      row.state === 'open' ? `Waiting until ${formatDateTime(row.expiresAt)}` : STATES[row.state],
    action: (row) => <RevokeButton row={row} onRevoke={onRevoke} />,
  };
}

interface RevokeButtonProps {
  readonly row: InvitationView;
  readonly onRevoke: (invitation: InvitationView) => void;
}

function RevokeButton({ row, onRevoke }: RevokeButtonProps) {
  if (row.state !== 'open') return null;
  return (
    <Button variant="default" aria-label={`Revoke: ${row.email}`} onClick={() => onRevoke(row)}>
      Revoke
    </Button>
  );
}
