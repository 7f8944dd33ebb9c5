// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The rows of the review queue, oldest first. j and k walk them, Enter opens
 * the patient, c claims. Rows of one patient stand where each one's age puts
 * it; opening one opens the patient with all of theirs.
 */
import { Button } from '@mantine/core';
import { IconClock, IconClockExclamation, IconUserCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import type { QueueRow, Work } from '../../../api/generated/schema';
import { formatDate, formatDateTime, formatTime } from '../../../ui/format';
import { paths } from '../../../ui/links/paths';
import { EligibilityTag } from '../../../ui/status/EligibilityTag';
import { StatusBadge } from '../../../ui/status/StatusBadge';
import { staffLabel } from '../../../ui/status/staffStatuses';
import { DataTable, type Column, type PhoneRow, type RowsQuery } from '../../../ui/table/DataTable';
import { Words } from '../../../ui/table/Words';
import { faxText } from '../faxLabels';
import { drugLabel, nameOf } from '../review/lines';
import { withNoBreakUnits } from '../review/labels';
import { timeToDeadline, waitingTime } from './deadline';
import styles from './queue.module.css';

export const WORK_LABELS: Record<Work, string> = {
  review: 'To review',
  fax: 'Failed fax',
  send: 'To sign and fax',
  pharmacy: 'No pharmacy',
  refund: 'To refund',
};

/** The same as one act, where there is room for a word or two. */
const STEPS: Record<Work, string> = {
  review: 'Review',
  fax: 'Fax failed',
  send: 'Sign and fax',
  pharmacy: 'No pharmacy',
  refund: 'Refund',
};

type Props = {
  rows: readonly QueueRow[];
  /** What the rows come from; without it they are here. */
  query?: RowsQuery;
  empty: ReactNode;
  now: number;
  /** Doctors claim; others read. */
  onClaim: ((row: QueueRow) => void) | null;
};

export function QueueTable({ rows, query, empty, now, onClaim }: Props) {
  return (
    <DataTable
      label="Review queue"
      columns={columns(now, onClaim)}
      phone={phoneRow(now)}
      rowTone={(row) => (isAtRisk(row, now) ? 'risk' : undefined)}
      rows={rows}
      rowKey={(row) => row._id}
      rowHref={(row) => paths.patient(row.person._id, { section: 'prescriptions', item: row._id })}
      {...(query && { query })}
      empty={empty}
    />
  );
}

function columns(now: number, onClaim: Props['onClaim']): Column<QueueRow>[] {
  return [
    {
      key: 'patient',
      title: 'Patient',
      kind: 'person',
      render: (row) => (
        <>
          <Words>{nameOf(row.person)}</Words>
          {row.DateOfBirth && (
            <>
              <br />
              <span className={styles.born}>{formatDate(row.DateOfBirth)}</span>
            </>
          )}
        </>
      ),
    },
    {
      key: 'request',
      title: 'Request',
      kind: 'reference',
      wide: true,
      render: (row) => (
        <>
          {row.label}
          <span className={styles.second}>
            waiting{' '}
            <time dateTime={row.since} title={formatDateTime(row.since)}>
              {waitingTime(row.since, now)}
            </time>
          </span>
        </>
      ),
    },
    {
      key: 'drugs',
      title: 'Medications',
      kind: 'drug',
      render: (row) => (
        <>
          <Drugs row={row} />
          <span className={styles.second}>{linesOf(row)}</span>
        </>
      ),
    },
    {
      key: 'promise',
      title: 'Due',
      kind: 'time',
      render: (row) => <Deadline row={row} now={now} />,
    },
    {
      key: 'work',
      title: 'Next',
      kind: 'state',
      render: (row) => (
        <span className={styles.states}>
          <Next row={row} />
          <Flags row={row} />
        </span>
      ),
    },
    {
      key: 'claim',
      title: 'Claimed by',
      kind: 'action',
      render: (row) => <Claimed row={row} onClaim={onClaim} />,
    },
  ];
}

/** Who and how long, which drugs and what is next; whose it is already stands in place of the next step. */
function phoneRow(now: number): PhoneRow<QueueRow> {
  return {
    line1: (row) => nameOf(row.person),
    line2: (row) => <Drugs row={row} />,
    flags: (row) => (hasFlags(row) ? <Flags row={row} /> : null),
    action: (row) => (
      <span className={styles.step}>
        <Deadline row={row} now={now} />
        {row.claim ? (
          <span className={styles.none}>
            <Words>{row.claim.mine ? 'You have it' : `Dr. ${nameOf(row.claim.by)} has it`}</Words>
          </span>
        ) : (
          <strong>{(row.work === 'fax' && faxText(row.fax)) || STEPS[row.work]}</strong>
        )}
      </span>
    ),
  };
}

function isAtRisk({ since, promisedBy }: QueueRow, now: number): boolean {
  return promisedBy !== null && timeToDeadline(since, promisedBy, now).grade !== 'calm';
}

/** The first drug and how many more: cut between drugs, never inside one. */
function Drugs({ row }: { row: QueueRow }) {
  if (!row.drug) return null;
  const more = row.lines - 1;
  return (
    <span className={styles.drugs}>
      <Words>{withNoBreakUnits(drugLabel(row.drug))}</Words>
      {more > 0 && (
        <>
          {'\u00a0'}
          <strong>+{more}</strong>
          <span className="s-visually-hidden"> more</span>
        </>
      )}
    </span>
  );
}

function linesOf({ lines, undecided }: QueueRow): string {
  if (undecided === lines) return lines === 1 ? '1 line' : `${lines} lines`;
  return undecided === 0 ? `${lines} decided` : `${undecided} of ${lines} undecided`;
}

/** One that was refunded and is work all the same was approved in part, and only the rest went back. */
function statusOf({ status }: QueueRow) {
  return status === 'REFUNDED' ? 'APPROVED' : status;
}

/** What is to be done; a fax that did not arrive says so in place of the status, which stays at Faxed. */
function Next({ row }: { row: QueueRow }) {
  return (
    <span className={styles.work}>
      {row.work === 'fax' ? (
        <StatusBadge code="FAX_FAILED" text={faxText(row.fax)} />
      ) : (
        <StatusBadge code={statusOf(row)} text={staffLabel(statusOf(row))} />
      )}
      {row.work !== 'fax' && row.work !== 'review' && <span>{WORK_LABELS[row.work]}</span>}
      {row.pharmacyRefused && row.work !== 'pharmacy' && <span>{WORK_LABELS.pharmacy}</span>}
    </span>
  );
}

function Deadline({ row, now }: { row: QueueRow; now: number }) {
  // A promise is about the review, and about a fax that did not arrive; what else comes has no clock.
  if (row.promisedBy === null) return <span className={styles.none}>Reviewed</span>;
  const left = timeToDeadline(row.since, row.promisedBy, now);
  const Icon = left.grade === 'late' ? IconClockExclamation : IconClock;
  return (
    <span className={styles.promise} data-grade={left.grade}>
      <Icon size={16} aria-hidden="true" />
      <span aria-hidden="true">{left.text}</span>
      <span className="s-visually-hidden">{left.spoken}</span>
    </span>
  );
}

/** Where the fax itself is the work, the next step says so. */
const isFaxFlagged = ({ work, fax }: QueueRow) => work !== 'fax' && (fax === 'failed' || fax === 'unknown');
const isFaxOnItsWay = ({ fax }: QueueRow) => fax === 'queued' || fax === 'sending';
const hasFlags = (row: QueueRow) =>
  isFaxFlagged(row) || isFaxOnItsWay(row) || row.refund === 'failed' || row.flags.length > 0;

function Flags({ row }: { row: QueueRow }) {
  if (!hasFlags(row)) return null;
  return (
    <span className={styles.flags}>
      {isFaxFlagged(row) && <StatusBadge code="FAX_FAILED" />}
      {isFaxOnItsWay(row) && <span className={styles.none}>Fax on its way</span>}
      {row.refund === 'failed' && <span className={styles.failed}>Refund failed</span>}
      {row.flags.map((flag) => (
        <EligibilityTag key={flag} label={flag} />
      ))}
    </span>
  );
}

function Claimed({ row, onClaim }: { row: QueueRow; onClaim: Props['onClaim'] }) {
  const name = nameOf(row.person);
  if (row.claim?.mine) {
    return (
      <span className={styles.who} data-mine>
        <IconUserCheck size={16} aria-hidden="true" />
        You, {formatTime(row.claim.at)}
      </span>
    );
  }
  if (!row.claim && !onClaim) return null;
  return (
    <span className={styles.who}>
      {row.claim && <Words>{`Dr. ${nameOf(row.claim.by)}, ${formatTime(row.claim.at)}`}</Words>}
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
