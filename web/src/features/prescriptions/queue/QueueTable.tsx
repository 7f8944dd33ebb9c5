/**
 * The rows of the review queue, oldest first. j and k walk them, Enter opens
 * the patient, c claims. Rows of one patient stand where each one's age puts
 * it; opening one opens the patient with all of theirs.
 */
import { Button } from '@mantine/core';
import { IconClock, IconClockExclamation, IconUserCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import type { QueueRow, QueueWork } from '../../../api/types';
import { date, dateTime, time } from '../../../ui/format';
import { paths } from '../../../ui/links/paths';
import { EligibilityTag } from '../../../ui/status/EligibilityTag';
import { StatusBadge } from '../../../ui/status/StatusBadge';
import { DataTable, type Column } from '../../../ui/table/DataTable';
import { nameOf } from '../review/lines';
import { promiseLeft, waited } from './promise';
import styles from './queue.module.css';

export const WORK_WORDS: Record<QueueWork, string> = {
  review: 'To review',
  send: 'To sign and fax',
  refund: 'To refund',
};

type Props = {
  rows: readonly QueueRow[];
  state: 'ready' | 'loading' | 'error';
  onRetry: () => void;
  empty: ReactNode;
  now: number;
  /** Doctors claim; others read. */
  onClaim: ((row: QueueRow) => void) | null;
};

export function QueueTable({ rows, state, onRetry, empty, now, onClaim }: Props) {
  return (
    <DataTable
      label="Review queue"
      columns={columns(now, onClaim)}
      rows={rows}
      rowKey={(row) => row._id}
      rowHref={(row) => paths.patient(row.person._id, { section: 'prescriptions', item: row._id })}
      state={state}
      loadingText="Loading..."
      errorText="Server side Error!"
      onRetry={onRetry}
      empty={empty}
    />
  );
}

function columns(now: number, onClaim: Props['onClaim']): Column<QueueRow>[] {
  return [
    {
      key: 'patient',
      title: 'Patient',
      render: (row) => `${row.person.FirstName} ${row.person.LastName}`,
    },
    {
      key: 'born',
      title: 'Date of Birth',
      render: (row) => <span className={styles.born}>{row.DateOfBirth ? date(row.DateOfBirth) : ''}</span>,
    },
    { key: 'label', title: 'Request', render: (row) => row.label },
    {
      key: 'waits',
      title: 'Waiting',
      align: 'right',
      render: (row) => (
        <time className={styles.wait} dateTime={row.since} title={dateTime(row.since)}>
          {waited(row.since, now)}
        </time>
      ),
    },
    { key: 'promise', title: 'Promise', render: (row) => <Promised row={row} now={now} /> },
    {
      key: 'work',
      title: 'Next',
      render: (row) => (
        <span className={styles.work}>
          <StatusBadge code={row.status} />
          {row.work !== 'review' && <span>{WORK_WORDS[row.work]}</span>}
        </span>
      ),
    },
    {
      key: 'lines',
      title: 'Lines',
      render: (row) => linesOf(row),
    },
    { key: 'flags', title: 'Flags', render: (row) => <Flags row={row} /> },
    { key: 'claim', title: 'Claimed by', render: (row) => <Claimed row={row} onClaim={onClaim} /> },
  ];
}

function linesOf({ lines, undecided }: QueueRow): string {
  if (undecided === lines) return String(lines);
  return undecided === 0 ? `${lines} decided` : `${undecided} of ${lines} undecided`;
}

function Promised({ row, now }: { row: QueueRow; now: number }) {
  // A promise is about the review; what comes after it has no clock.
  if (row.work !== 'review') return <span className={styles.none}>Reviewed</span>;
  const left = promiseLeft(row.since, row.promisedBy, now);
  const Icon = left.grade === 'late' ? IconClockExclamation : IconClock;
  return (
    <span className={styles.promise} data-grade={left.grade}>
      <Icon size={16} aria-hidden="true" />
      <span aria-hidden="true">{left.text}</span>
      <span className="s-visually-hidden">{left.spoken}</span>
    </span>
  );
}

function Flags({ row }: { row: QueueRow }) {
  const fax = row.fax === 'failed' || row.fax === 'unknown';
  const way = row.fax === 'queued' || row.fax === 'sending';
  return (
    <span className={styles.flags}>
      {fax && <StatusBadge code="FAX_FAILED" />}
      {way && <span className={styles.none}>Fax on its way</span>}
      {row.refund === 'failed' && <span className={styles.failed}>Refund failed</span>}
      {row.flags.map((flag) => (
        <EligibilityTag key={flag} label={flag} />
      ))}
    </span>
  );
}

function Claimed({ row, onClaim }: { row: QueueRow; onClaim: Props['onClaim'] }) {
  const name = `${row.person.FirstName} ${row.person.LastName}`;
  if (row.claim?.mine) {
    return (
      <span className={styles.who} data-mine>
        <IconUserCheck size={16} aria-hidden="true" />
        You, {time(row.claim.at)}
      </span>
    );
  }
  return (
    <span className={styles.who}>
      {row.claim ? `Dr. ${nameOf(row.claim.by)}, ${time(row.claim.at)}` : ''}
      {onClaim && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            onClaim(row);
          }}
        >
          {row.claim ? 'Take over' : 'Claim'}
          <span className="s-visually-hidden"> {name}</span>
        </Button>
      )}
    </span>
  );
}
