// SPDX-License-Identifier: AGPL-3.0-or-later

// What the card and fax services have since the backup and that is not here. What belongs to a payment that is here can
// be recorded; the rest is looked up at the service.
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RestoreBooks as Books } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { useCommand } from '../../api/useCommand';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { formatDateTime, formatMoney, formatPhone } from '../../ui/format';
import { type Column, DataTable, type PhoneRow } from '../../ui/table/DataTable';
import { takeOverEntry } from './commands';
import styles from './health.module.css';
import { restoreBooks } from './queries';
import queue from './queue.module.css';

type Entry = Books['items'][number];

export function RestoreBooks() {
  const query = useQuery(restoreBooks());
  const client = useQueryClient();
  const { busy, run } = useCommand();
  const [asked, setAsked] = useState<Entry | null>(null);
  if (query.isPending) return <Loading rows={3} text="Asking the services..." />;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const { items, unanswered } = query.data;
  const act = (row: Entry) =>
    row.canTakeOver && (
      <Button variant="default" loading={busy} onClick={() => setAsked(row)}>
        Record it
      </Button>
    );
  const record = async ({ kind, reference }: Entry) => {
    await run(
      async (key) => {
        await takeOverEntry({ kind, reference }, key);
        toast.success('It was recorded.');
      },
      (failure) => {
        toastFailure(failure);
      },
    );
    await refresh(client, 'job');
  };
  return (
    <section className={queue.list} aria-labelledby="restore-books">
      <h3 id="restore-books">At the services and not here</h3>
      {unanswered.map((service) => (
        <p key={service}>{`${service}: the service did not answer, so its books were not compared.`}</p>
      ))}
      <DataTable<Entry>
        label="At the services and not here"
        columns={columns(act)}
        phone={phone(act)}
        rows={items}
        rowKey={(row) => `${row.kind} ${row.reference}`}
        empty={<p>The card and fax services have nothing that is not here.</p>}
      />
      <ConfirmDialog
        opened={asked !== null}
        title="Record it"
        question={
          asked === null
            ? ''
            : `${whatText(asked)} will be recorded at the payment that it belongs to. No money moves.`
        }
        safeLabel="Do not record it"
        dangerLabel="Record it"
        danger={false}
        onConfirm={() => {
          const entry = asked;
          setAsked(null);
          if (entry !== null) void record(entry);
        }}
        onClose={() => {
          setAsked(null);
        }}
      />
    </section>
  );
}

function whatText({ kind, amount, to }: Entry): string {
  if (kind === 'fax') return `A fax to ${to === null ? 'an unknown number' : formatPhone(to)}`;
  return `A ${kind} of ${formatMoney(amount ?? 0)}`;
}

function nextText({ kind, isHeld, canTakeOver, reference }: Entry): string {
  if (isHeld) return 'It is one that is held: its release sends nothing and records this.';
  if (canTakeOver) return `Reference ${reference}`;
  return kind === 'fax'
    ? `Reference ${reference}. What it was is not known here: look it up at the fax service.`
    : `Reference ${reference}. Its payment was made after the backup: look it up at the card service.`;
}

function whose({ person }: Entry): string {
  return person === null ? '–' : `${person.FirstName} ${person.LastName}`;
}

function when({ at }: Entry): string {
  return at === null ? '–' : formatDateTime(at);
}

function columns(act: (row: Entry) => React.ReactNode): readonly Column<Entry>[] {
  return [
    {
      key: 'what',
      title: 'What',
      kind: 'text',
      render: (row) => (
        <>
          {whatText(row)}
          <span className={styles.second}>{nextText(row)}</span>
        </>
      ),
    },
    { key: 'whose', title: 'Whose', kind: 'text', render: whose },
    { key: 'at', title: 'When', kind: 'time', render: when },
    { key: 'act', title: 'Do', kind: 'action', render: act },
  ];
}

function phone(act: (row: Entry) => React.ReactNode): PhoneRow<Entry> {
  return {
    line1: whatText,
    line2: (row) => [whose(row), when(row)].join(' · '),
    flags: nextText,
    action: act,
  };
}
