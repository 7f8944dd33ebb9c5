// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The first rows of the queue, what runs out first on top, each with the part of its promise that is over. j and k walk them, Enter
 * opens; on a phone there are three, with the next step.
 */
import { IconChevronRight, IconCircleCheck } from '@tabler/icons-react';
import type { QueueRow, TodayView } from '../../../api/generated/schema';
import { timeToDeadline } from '../../../features/prescriptions/queue/deadline';
import { Drugs, hrefOf, stepOf, WORK_LABELS } from '../../../features/prescriptions/queue/QueueTable';
import { TimeLeft } from '../../../features/prescriptions/queue/TimeLeft';
import { EmptyState } from '../../../ui/feedback/states';
import { Kbd } from '../../../ui/Kbd';
import { AppLink } from '../../../ui/links/AppLink';
import { paths } from '../../../ui/links/paths';
import { EligibilityTag } from '../../../ui/status/EligibilityTag';
import { StatusBadge } from '../../../ui/status/StatusBadge';
import { Words } from '../../../ui/table/Words';
import css from './today.module.css';

const ON_A_PHONE = 3;

interface Props {
  /** None while it is on its way. */
  readonly queue: TodayView['queue'] | undefined;
  readonly isDoctor: boolean;
  readonly isPhone: boolean;
  readonly now: number;
}

export function MyQueue({ queue, isDoctor, isPhone, now }: Props) {
  const items = queue?.items.slice(0, isPhone ? ON_A_PHONE : undefined) ?? [];
  return (
    <section className={css['card']} aria-labelledby="my-queue">
      <header className={css['cardHead']}>
        <h2 id="my-queue">{isDoctor ? 'My queue' : 'Queue'}</h2>
        <span className={css['count']}>{queue?.counts.open ?? '\u{A0}'}</span>
        <span className={css['hint']}>Least time left first</span>
        <AppLink href={paths.queue({ filter: isDoctor ? 'open' : undefined })}>Review queue</AppLink>
      </header>
      <div className={css['rows']} aria-busy={queue === undefined}>
        {queue !== undefined && items.length === 0 ? (
          <EmptyState
            icon={IconCircleCheck}
            text="Nothing waiting."
            hint="Requests appear once they are paid."
          />
        ) : (
          <ul>
            {items.map((row) => (
              <li key={row._id}>
                <Row row={row} now={now} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function Row({ row, now }: { readonly row: QueueRow; readonly now: number }) {
  const left = row.promisedBy === null ? null : timeToDeadline(row.since, row.promisedBy, now);
  const grade = left?.grade ?? 'none';
  return (
    <AppLink href={hrefOf(row)} className={css['row'] ?? ''} data-row data-grade={grade}>
      <span className={css['patient']}>
        <span className={css['name']} data-kind="person">
          <strong>
            <Words>{`${row.person.FirstName} ${row.person.LastName}`}</Words>
          </strong>{' '}
          <span className={css['label']}>{row.label}</span>
          {row.flags.map((flag) => (
            <EligibilityTag key={flag} label={flag} />
          ))}
        </span>
        <span className={css['second']}>
          <Drugs row={row} />
        </span>
      </span>
      <span className={css['left']}>
        {row.promisedBy === null || left === null ? (
          <span className={css['second']}>Reviewed</span>
        ) : (
          <>
            <span className={css['time']}>
              <TimeLeft since={row.since} promisedBy={row.promisedBy} now={now} isPlain />
            </span>
            <span className={css['used']} aria-hidden="true">
              <span style={{ width: `${left.used * 100}%` }} />
            </span>
          </>
        )}
      </span>
      <span className={css['state']}>
        <State row={row} />
      </span>
      <span className={css['step']}>
        {stepOf(row)}
        <IconChevronRight size={16} aria-hidden="true" />
      </span>
      <span className={css['open']} aria-hidden="true">
        <IconChevronRight size={18} />
        <span>
          Open <Kbd>↵</Kbd>
        </span>
      </span>
    </AppLink>
  );
}

/** The status while it is reviewed; afterwards what is to be done. */
function State({ row }: { readonly row: QueueRow }) {
  switch (row.work) {
    case 'review':
      return <StatusBadge code={row.status} />;
    case 'send':
      return <StatusBadge code="APPROVED" text={WORK_LABELS.send} />;
    case 'fax':
      return <StatusBadge code="FAX_FAILED" />;
    case 'pharmacy':
      return <StatusBadge code="PENDING" text={WORK_LABELS.pharmacy} />;
    case 'refund':
      return <StatusBadge code="REFUNDED" text={WORK_LABELS.refund} />;
  }
}
