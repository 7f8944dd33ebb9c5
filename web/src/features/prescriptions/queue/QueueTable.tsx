// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The rows of the review queue, oldest first. j and k walk them, Enter opens
 * the patient, c claims; the row in focus shows these keys. Rows of one patient stand where each one's age puts
 * it; opening one opens the patient with all of theirs.
 */
import { Button } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import type { QueueRow, Work } from '../../../api/generated/schema';
import { formatDate, formatDateTime, formatTime } from '../../../ui/format';
import { Kbd } from '../../../ui/Kbd';
import { paths } from '../../../ui/links/paths';
import { EligibilityTag } from '../../../ui/status/EligibilityTag';
import { StatusBadge } from '../../../ui/status/StatusBadge';
import { DataTable, type Column, type PhoneRow, type RowsQuery } from '../../../ui/table/DataTable';
import { Words } from '../../../ui/table/Words';
import { FirstDrug } from '../FirstDrug';
import { drugLabel, nameOf } from '../review/lines';
import { withNoBreakUnits } from '../review/labels';
import { timeToDeadline, waitingTime } from './deadline';
import { TimeLeft } from './TimeLeft';
import styles from './queue.module.css';

export const WORK_LABELS: Record<Work, string> = {
  review: 'To review',
  fax: 'Failed fax',
  send: 'To sign and fax',
  pharmacy: 'No pharmacy',
  refund: 'To refund',
};

/** The same as one act. */
const STEPS: Record<Exclude<Work, 'fax'>, string> = {
  review: 'Review',
  send: 'Sign and fax',
  pharmacy: 'Choose a pharmacy',
  refund: 'Refund',
};

/** What somebody is to do next. A fax that may have arrived is looked at before it is sent again. */
export function stepOf({ work, fax }: QueueRow): string {
  if (work !== 'fax') return STEPS[work];
  return fax === 'failed' ? 'Fax again' : 'Check the fax';
}

type Props = {
  rows: readonly QueueRow[];
  /** What the rows come from; without it they are here. */
  query?: RowsQuery;
  empty: ReactNode;
  now: number;
  /** Doctors claim; others read. */
  onClaim: ((row: QueueRow) => void) | null;
  /** The row that is shown beside the list. */
  shown?: string | undefined;
};

export function QueueTable({ rows, query, empty, now, onClaim, shown }: Props) {
  return (
    <DataTable
      label="Review queue"
      columns={columns(now, onClaim)}
      phone={phoneRow(now)}
      rowTone={(row) => (row._id === shown ? 'selected' : isAtRisk(row, now) ? 'risk' : undefined)}
      twoLines
      rows={rows}
      rowKey={(row) => row._id}
      rowHref={hrefOf}
      {...(query && { query })}
      empty={empty}
    />
  );
}

export const hrefOf = (row: QueueRow) =>
  paths.patient(row.person._id, { section: 'prescriptions', item: row._id });

function columns(now: number, onClaim: Props['onClaim']): Column<QueueRow>[] {
  return [
    {
      key: 'patient',
      title: 'Patient',
      kind: 'person',
      render: (row) => (
        <>
          <Words>{nameOf(row.person)}</Words>
          {row.drug && (
            <>
              <br />
              <span className={styles.under}>
                <Drugs row={row} />
              </span>
            </>
          )}
        </>
      ),
    },
    {
      key: 'born',
      title: 'Born',
      kind: 'time',
      wide: true,
      render: (row) => row.DateOfBirth && formatDate(row.DateOfBirth),
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
            waiting <Since row={row} now={now} />
          </span>
        </>
      ),
    },
    {
      key: 'promise',
      title: 'Due',
      kind: 'time',
      render: (row) => <Deadline row={row} now={now} bar />,
    },
    {
      key: 'work',
      title: 'Next',
      kind: 'state',
      render: (row) => (
        <>
          <span className={styles.work}>
            <strong>{stepOf(row)}</strong>
            <Flags row={row} />
          </span>
          <span className={styles.second}>{linesOf(row)}</span>
        </>
      ),
    },
    {
      key: 'claim',
      title: 'Claimed by',
      kind: 'action',
      render: (row) => (
        <span className={styles.claimed}>
          <Claimed row={row} onClaim={onClaim} />
          <RowKey>↵</RowKey>
        </span>
      ),
    },
  ];
}

/** A key that works on the row in focus, which alone shows it. */
function RowKey({ children }: { readonly children: string }) {
  return (
    <span aria-hidden="true" className={styles.rowKey}>
      <Kbd>{children}</Kbd>
    </span>
  );
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
          <strong>{stepOf(row)}</strong>
        )}
      </span>
    ),
  };
}

function isAtRisk({ since, promisedBy }: QueueRow, now: number): boolean {
  return promisedBy !== null && timeToDeadline(since, promisedBy, now).grade !== 'calm';
}

export function Drugs({ row }: { row: QueueRow }) {
  if (!row.drug) return null;
  return (
    <FirstDrug more={row.lines - 1}>
      <Words>{withNoBreakUnits(drugLabel(row.drug))}</Words>
    </FirstDrug>
  );
}

export function linesOf({ lines, undecided }: QueueRow): string {
  if (undecided === lines) return lines === 1 ? '1 line' : `${lines} lines`;
  return undecided === 0 ? `${lines} decided` : `${undecided} of ${lines} undecided`;
}

/** How long it has waited. */
export function Since({ row, now }: { row: QueueRow; now: number }) {
  return (
    <time dateTime={row.since} title={formatDateTime(row.since)}>
      {waitingTime(row.since, now)}
    </time>
  );
}

type DeadlineProps = { row: QueueRow; now: number; bar?: boolean };

export function Deadline({ row, now, bar = false }: DeadlineProps) {
  // A promise is about the review, and about a fax that did not arrive; what else comes has no clock.
  if (row.promisedBy === null) return <span className={styles.none}>Reviewed</span>;
  const left = timeToDeadline(row.since, row.promisedBy, now);
  return (
    <>
      <TimeLeft since={row.since} promisedBy={row.promisedBy} now={now} />
      {bar && (
        <span className={styles.used} data-grade={left.grade} aria-hidden="true">
          <span style={{ width: `${left.used * 100}%` }} />
        </span>
      )}
    </>
  );
}

const isFaxFlagged = ({ fax }: QueueRow) => fax === 'failed' || fax === 'unknown';
const isFaxOnItsWay = ({ fax }: QueueRow) => fax === 'queued' || fax === 'sending';
export const hasFlags = (row: QueueRow) =>
  isFaxFlagged(row) ||
  isFaxOnItsWay(row) ||
  row.refund === 'failed' ||
  row.pharmacyRefused ||
  row.flags.length > 0;

/** What is the matter besides; a fax that did not arrive says so in place of the status, which stays at Faxed. */
export function Flags({ row }: { row: QueueRow }) {
  if (!hasFlags(row)) return null;
  return (
    <span className={styles.flags}>
      {isFaxFlagged(row) && <StatusBadge code="FAX_FAILED" />}
      {isFaxOnItsWay(row) && <span className={styles.none}>Fax on its way</span>}
      {row.pharmacyRefused && <span className={styles.none}>{WORK_LABELS.pharmacy}</span>}
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
          <RowKey>c</RowKey>
        </Button>
      )}
    </span>
  );
}
