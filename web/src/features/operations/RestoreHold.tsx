// SPDX-License-Identifier: AGPL-3.0-or-later

// What is held after a restore from a backup: one row for each fax, message, charge and other effect outside. Each is
// released, which sends it unless its service has it already, or taken over, which records that it had happened; or all
// are released at once. Every decision has a reason and is confirmed.
import { Button, Radio } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/failures';
import type { RestoreHold as Hold } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { useCommand } from '../../api/useCommand';
import { Dialog } from '../../ui/dialogs/Dialog';
import { failureText } from '../../ui/feedback/failureText';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { formatDateTime } from '../../ui/format';
import { type Column, DataTable, type PhoneRow } from '../../ui/table/DataTable';
import { type Decision, releaseAll, releaseHeld, takeOver } from './commands';
import styles from './health.module.css';
import { restoreHold } from './queries';
import queue from './queue.module.css';
import { RestoreBooks } from './RestoreBooks';

type Effect = Hold['items'][number];
type Asked =
  | { readonly how: 'release' | 'takeOver'; readonly effect: Effect }
  | { readonly how: 'all'; readonly held: number };

const REASONS: readonly { readonly value: Decision; readonly label: string }[] = [
  { value: 'atService', label: 'I asked the service' },
  { value: 'byRecipient', label: 'I asked whoever was to get it' },
  { value: 'needed', label: 'It is needed in any case' },
  { value: 'other', label: 'Another reason' },
];

export function RestoreHold() {
  const query = useQuery(restoreHold());
  const [asked, setAsked] = useState<Asked | null>(null);
  if (query.isPending) return <Loading rows={4} />;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const { hold } = query.data;
  if (hold === null) return <p>Nothing is held any more.</p>;
  const act = (row: Effect) => (
    <span className={queue.acts}>
      <Button variant="default" onClick={() => setAsked({ how: 'release', effect: row })}>
        Release
      </Button>
      {row.mayHaveHappened && (
        <Button variant="default" onClick={() => setAsked({ how: 'takeOver', effect: row })}>
          Take over
        </Button>
      )}
    </span>
  );
  return (
    <>
      <p>{`The records are of ${formatDateTime(hold.pointAt)}. What was sent or charged later is not in them, so nothing is sent until you release it.`}</p>
      <ul className={styles.findings}>
        {hold.told.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className={queue.list}>
        <DataTable<Effect>
          label="Held"
          columns={columns(act)}
          phone={phone(act)}
          rows={hold.items}
          rowKey={(row) => row._id}
          empty={<p>Nothing is waiting at the moment. New faxes, messages and payments are still held.</p>}
        />
      </div>
      {hold.nextCursor !== null && <p>{`The first ${hold.items.length} of ${hold.held} are listed.`}</p>}
      <p>
        <Button className="s-danger" onClick={() => setAsked({ how: 'all', held: hold.held })}>
          Release everything
        </Button>
      </p>
      <RestoreBooks />
      {asked !== null && <Decide asked={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function whose({ person }: Effect): string {
  return person === null ? '–' : `${person.FirstName} ${person.LastName}`;
}

function doubt({ mayHaveHappened }: Effect): string {
  return mayHaveHappened ? 'May have happened since the backup' : 'New since the restore';
}

function columns(act: (row: Effect) => React.ReactNode): readonly Column<Effect>[] {
  return [
    {
      key: 'what',
      title: 'What',
      kind: 'text',
      render: (row) => (
        <>
          {row.what}
          <span className={styles.second}>{doubt(row)}</span>
        </>
      ),
    },
    { key: 'whose', title: 'Whose', kind: 'text', render: whose },
    { key: 'since', title: 'Since', kind: 'time', render: (row) => formatDateTime(row.since) },
    { key: 'act', title: 'Do', kind: 'action', render: act },
  ];
}

function phone(act: (row: Effect) => React.ReactNode): PhoneRow<Effect> {
  return {
    line1: (row) => row.what,
    line2: (row) => [whose(row), formatDateTime(row.since)].join(' · '),
    flags: doubt,
    action: act,
  };
}

function words(asked: Asked): { title: string; text: string; button: string; safe: string; done: string } {
  if (asked.how === 'all')
    return {
      title: 'Release everything',
      text: `What is waiting (${asked.held}) is sent. Fax, payment, claim and chart services are asked first whether they have them; emails and text messages cannot be asked about and may arrive twice. From then on nothing is held.`,
      button: 'Release everything',
      safe: 'Keep holding',
      done: 'Everything was released.',
    };
  const what = `“${asked.effect.what}”`;
  return asked.how === 'release'
    ? {
        title: 'Release',
        text: `${what} is done now, unless its service can be asked and has it already.`,
        button: 'Release',
        safe: 'Keep holding',
        done: 'It was released.',
      }
    : {
        title: 'Take over',
        text: `${what} is recorded as done after the backup was made, and is not sent.`,
        button: 'Take over',
        safe: 'Keep holding',
        done: 'It was taken over.',
      };
}

function Decide({ asked, onClose }: { readonly asked: Asked; readonly onClose: () => void }) {
  const { busy, run } = useCommand();
  const client = useQueryClient();
  const [reason, setReason] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const text = words(asked);
  const send = async (chosen: Decision, key: string) => {
    if (asked.how === 'all') await releaseAll(chosen, key);
    else if (asked.how === 'release') await releaseHeld(asked.effect._id, chosen, key);
    else await takeOver(asked.effect._id, chosen, key);
  };
  const press = async (chosen: Decision) => {
    await run(
      async (key) => {
        await send(chosen, key);
        toast.success(text.done);
        onClose();
      },
      (failure) => {
        const beside = failure instanceof ApiError ? failure.errors[0]?.message : undefined;
        setFault(beside ?? failureText(failure));
      },
    );
    await refresh(client, 'job');
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={text.title}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
            {text.safe}
          </Button>
          <Button
            className={asked.how === 'all' ? 's-danger' : undefined}
            loading={busy}
            onClick={() => {
              const chosen = REASONS.find(({ value }) => value === reason)?.value;
              if (chosen === undefined) setFault('Please choose a reason.');
              else void press(chosen);
            }}
          >
            {text.button}
          </Button>
        </>
      }
    >
      <p>{text.text}</p>
      <Radio.Group label="Why" value={reason} onChange={setReason} error={fault}>
        <div className={queue.reasons}>
          {REASONS.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </div>
      </Radio.Group>
    </Dialog>
  );
}
