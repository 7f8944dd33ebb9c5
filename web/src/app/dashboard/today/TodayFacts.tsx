// SPDX-License-Identifier: AGPL-3.0-or-later

/** Four facts over the page: how much waits, the oldest of it, what is at risk, and how long a decision takes. */
import { IconAlertTriangle, IconGauge, IconHourglassHigh, IconListCheck } from '@tabler/icons-react';
import type { TodayView } from '../../../api/generated/schema';
import { durationText, overdueText, waitingTime } from '../../../features/prescriptions/queue/deadline';
import { hrefOf } from '../../../features/prescriptions/queue/QueueTable';
import { AppLink } from '../../../ui/links/AppLink';
import { paths } from '../../../ui/links/paths';
import { Fact } from './Fact';
import css from './today.module.css';

/** A quarter of the promise, as the queue marks it. */
const AT_RISK = 0.25;

interface Props {
  /** None while it is on its way. */
  readonly view: TodayView | undefined;
  readonly isDoctor: boolean;
  readonly isPhone: boolean;
  readonly now: number;
}

export function TodayFacts({ view, isDoctor, isPhone, now }: Props) {
  const counts = view?.queue.counts;
  const oldest = view?.queue.oldest;
  const median = view?.day.decisionSeconds ?? null;
  const promise = view?.queue.promiseHours ?? 24;
  const claimed = counts === undefined ? 0 : counts.all - counts.unclaimed;
  const isAtRisk = counts !== undefined && counts.risk + counts.overdue > 0;
  return (
    <ul className={css['facts']} aria-label="Now" aria-busy={view === undefined}>
      <Fact
        icon={IconListCheck}
        label={isDoctor ? 'My queue' : 'Queue'}
        value={counts?.open}
        href={paths.queue({ filter: isDoctor ? 'open' : undefined })}
      >
        {isDoctor ? (
          <>
            <AppLink href={paths.queue({ filter: 'mine' })}>
              {counts?.mine ?? 0} {isPhone ? 'mine' : 'claimed by me'}
            </AppLink>
            ,{' '}
          </>
        ) : (
          `${claimed} claimed, `
        )}
        <AppLink href={paths.queue({ filter: 'unclaimed' })}>{counts?.unclaimed ?? 0} unclaimed</AppLink>
      </Fact>
      <Fact
        icon={IconHourglassHigh}
        label="Oldest is waiting"
        value={view && (oldest ? waitingTime(oldest.since, now) : 'None')}
      >
        {oldest ? (
          <>
            <span className={css['who']}>
              {`${oldest.person.FirstName} ${oldest.person.LastName}`}
              {', '}
            </span>
            <AppLink href={hrefOf(oldest)}>{oldest.label}</AppLink>
          </>
        ) : (
          'Nothing waiting.'
        )}
      </Fact>
      <Fact
        icon={IconAlertTriangle}
        label="Promise at risk"
        value={counts?.risk}
        href={paths.queue({ filter: 'risk' })}
        isAtRisk={isAtRisk}
      >
        {counts !== undefined && counts.overdue > 0 ? (
          overdueText(counts.overdue)
        ) : (
          <>
            {`Under ${promise * AT_RISK}\u{A0}h left`}
            <span className={css['more']}>{` of the ${promise}\u{A0}h`}</span>
          </>
        )}
      </Fact>
      <Fact
        icon={IconGauge}
        label="Time to decision"
        value={view && (median === null ? '–' : durationText(median * 1000)[0])}
      >
        {median === null && view !== undefined ? (
          'No decision in the last 7 days'
        ) : (
          <>
            Median of 7 days<span className={css['more']}>{`, promise ${promise}\u{A0}h`}</span>
          </>
        )}
      </Fact>
    </ul>
  );
}
