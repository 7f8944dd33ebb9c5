// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What waits for the partner clinic's record system: what, for whom, why, how
 * often it was tried and when it is tried next. The office has it tried now,
 * gives it up with a reason, or enters a number that the clinic's own screen
 * shows. Doctors read.
 */
import { Button } from '@mantine/core';
import { IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import type { ClinicQueue, WaitingJob } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { useMe } from '../../api/session';
import { useCommand } from '../../api/useCommand';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { EmptyState, Notice } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { formatDateTime, formatTime } from '../../ui/format';
import { useRowKeys } from '../../ui/keyboard/useRowKeys';
import { useShortcuts } from '../../ui/keyboard/useShortcuts';
import { useGo, useQueryParam } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Page } from '../../ui/page/Page';
import { CursorPager, useCursors } from '../../ui/table/CursorPager';
import { DataTable, type Column, type PhoneRow } from '../../ui/table/DataTable';
import { FilterRow } from '../../ui/table/FilterRow';
import { Words } from '../../ui/table/Words';
import { askNow, retryNow } from './commands';
import { isQueueState, whyText, type QueueState } from './labels';
import { clinicQueue } from './queries';
import { EnterNumberDialog, GiveUpDialog } from './QueueDialogs';
import styles from './queue.module.css';

type OpenDialog = { readonly job: WaitingJob; readonly about: 'giveUp' | 'number' } | null;

export function ClinicQueuePage() {
  const me = useMe();
  const go = useGo();
  const given = useQueryParam('state');
  const state: QueueState = isQueueState(given) ? given : 'waiting';
  const [cursors, setCursors] = useCursors(state);
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const queue = useQuery({
    ...clinicQueue(state, cursors.at(-1) ?? null),
    placeholderData: keepPreviousData,
  });
  const table = useRef<HTMLDivElement>(null);
  useRowKeys(table, 'tbody tr td:first-child a');
  useShortcuts('Clinic queue', [
    { keys: ['j', 'k'], does: 'next / previous row' },
    { keys: ['o'], does: 'open the patient' },
  ]);
  const acts = me.Role === 'ROLE_OFFICE' || me.Role === 'ROLE_ADMIN' || me.isAdmin;
  const outage = queue.data?.outage ?? null;
  return (
    <Page
      title="Clinic queue"
      wide
      lead="What is on its way to the partner clinic’s record system. Items are retried automatically until they succeed."
    >
      <FilterRow
        label="Which work"
        filters={[
          { key: 'waiting', title: 'Waiting', count: queue.data?.waiting },
          { key: 'givenUp', title: 'Given up', count: queue.data?.givenUp, urgent: true },
          { key: 'done', title: 'Done' },
        ]}
        value={state}
        onChange={(key) => go(paths.clinicQueue({ state: key === 'waiting' ? undefined : key }))}
      />
      {outage !== null && <ServiceOutages outage={outage} acts={acts} />}
      <div className={styles.list} ref={table}>
        <DataTable
          label="Clinic queue"
          columns={columns(state, acts, outage !== null, setOpenDialog)}
          phone={phoneRow(state, acts, outage !== null, setOpenDialog)}
          rows={queue.data?.items ?? []}
          rowKey={(row) => row._id}
          rowHref={(row) => paths.patient(row.person._id)}
          query={queue}
          empty={<EmptyState icon={IconCircleCheck} text={EMPTY[state].text} hint={EMPTY[state].hint} />}
        />
        <CursorPager label="Clinic queue" cursors={cursors} page={queue} onCursors={setCursors} />
      </div>
      {openDialog?.about === 'giveUp' && (
        <GiveUpDialog job={openDialog.job} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog?.about === 'number' && (
        <EnterNumberDialog job={openDialog.job} onClose={() => setOpenDialog(null)} />
      )}
    </Page>
  );
}

const EMPTY: Record<QueueState, { text: string; hint: string }> = {
  waiting: { text: 'Nothing waiting', hint: 'The clinic has received everything.' },
  givenUp: {
    text: 'No abandoned items',
    hint: 'Items that failed after repeated retries appear here.',
  },
  done: { text: 'Nothing sent yet', hint: 'Items the clinic has accepted appear here.' },
};

/** One act of a piece of work; the list is asked for again, whatever came of it. */
function usePress(words: string) {
  const { busy, run } = useCommand();
  const client = useQueryClient();
  const press = async (work: (key: string) => Promise<unknown>) => {
    await run(
      async (key) => {
        await work(key);
        toast.success(words);
      },
      (failure) => toastFailure(failure),
    );
    await refresh(client, 'job');
  };
  return { busy, press };
}

function ServiceOutages({
  outage,
  acts,
}: {
  readonly outage: NonNullable<ClinicQueue['outage']>;
  readonly acts: boolean;
}) {
  const { busy, press } = usePress('Checking with the clinic’s record system.');
  return (
    <div className={styles.outage}>
      <Notice kind="warning" title="The clinic’s record system does not answer.">
        <p>
          {`Since ${formatDateTime(outage.since)}. We will try again at ${formatTime(outage.until)}; everything will wait until then and nothing will be lost.`}
        </p>
        {acts && (
          <Button
            variant="default"
            loading={busy}
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            onClick={() => void press((key) => askNow(key))}
          >
            Ask now
          </Button>
        )}
      </Notice>
    </div>
  );
}

function columns(
  state: QueueState,
  acts: boolean,
  resting: boolean,
  ask: (openDialog: OpenDialog) => void,
): readonly Column<WaitingJob>[] {
  const what: Column<WaitingJob> = {
    key: 'what',
    title: 'Patient',
    kind: 'person',
    render: (row) => nameOf(row.person),
  };
  const kind: Column<WaitingJob> = {
    key: 'kind',
    title: 'What',
    kind: 'state',
    render: (row) => (
      <>
        {row.what}
        <span className={styles.second}>{`Since ${formatDateTime(row.createdAt)}`}</span>
      </>
    ),
  };
  const ended: Column<WaitingJob> = {
    key: 'ended',
    title: state === 'done' ? 'Done' : 'Given up',
    kind: 'time',
    render: (row) => (
      <>
        {row.endedAt === null ? 'Just now' : formatDateTime(row.endedAt)}
        {row.endedBy !== null && (
          <span className={styles.second}>
            <Words>{nameOf(row.endedBy)}</Words>
          </span>
        )}
      </>
    ),
  };
  if (state === 'done') return [what, kind, ended];
  const why: Column<WaitingJob> = {
    key: 'why',
    title: 'Why',
    kind: 'text',
    render: (row) => whyText(row, resting),
  };
  const tries: Column<WaitingJob> = {
    key: 'tries',
    title: 'Tries',
    kind: 'number',
    wide: true,
    render: (row) => (row.mostTries > 0 ? `${row.tries} of ${row.mostTries}` : row.tries),
  };
  const next: Column<WaitingJob> = {
    key: 'next',
    title: 'Next try',
    kind: 'time',
    render: nextTryOf,
  };
  const buttons: Column<WaitingJob> = {
    key: 'acts',
    title: 'Do',
    kind: 'action',
    render: (row) => <Acts job={row} ask={ask} />,
  };
  const middle = state === 'givenUp' ? [ended] : [tries, next];
  return acts ? [what, kind, why, ...middle, buttons] : [what, kind, why, ...middle];
}

/** Why it waits and when it is tried next; what can be done stands under it, as up to three buttons. */
function phoneRow(
  state: QueueState,
  acts: boolean,
  resting: boolean,
  ask: (openDialog: OpenDialog) => void,
): PhoneRow<WaitingJob> {
  return {
    line1: (row) => nameOf(row.person),
    line2: (row) => (state === 'done' ? row.what : `${row.what}. ${whyText(row, resting)}`),
    ...(acts && state !== 'done' ? { flags: (row) => <Acts job={row} ask={ask} /> } : {}),
    action: (row) =>
      state === 'waiting' ? nextTryOf(row) : row.endedAt === null ? 'Just now' : formatDateTime(row.endedAt),
  };
}

function nextTryOf({ nextTry }: WaitingJob): string {
  return nextTry === null ? 'Now' : formatDateTime(nextTry);
}

function nameOf({ FirstName, LastName }: WaitingJob['person']): string {
  return `${FirstName} ${LastName}`;
}

function Acts({ job, ask }: { readonly job: WaitingJob; readonly ask: (openDialog: OpenDialog) => void }) {
  const me = useMe();
  const { busy, press } = usePress('It is being tried now.');
  const whose = `${job.what}, ${nameOf(job.person)}`;
  return (
    <span className={styles.acts}>
      <Button
        variant="default"
        loading={busy}
        disabled={job.state === 'running'}
        aria-label={`Try now: ${whose}`}
        onClick={() => void press((key) => retryNow(job._id, key))}
      >
        Try now
      </Button>
      {job.state === 'waiting' && (
        <Button
          variant="subtle"
          aria-label={`Give up: ${whose}`}
          onClick={() => ask({ job, about: 'giveUp' })}
        >
          Give up
        </Button>
      )}
      {job.kind === 'chart' && me.Role === 'ROLE_OFFICE' && (
        <Button
          variant="subtle"
          aria-label={`Enter number: ${whose}`}
          onClick={() => ask({ job, about: 'number' })}
        >
          Enter number
        </Button>
      )}
    </span>
  );
}
