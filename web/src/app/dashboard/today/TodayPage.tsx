// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The first page of doctors and office staff: one button for the next patient, four facts, what to begin with, what
 * failed, the day, messages and other lists. Each number is the number of the list that it opens. The page has its
 * shape before the answer, so that nothing moves when it comes.
 */
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { TodayView } from '../../../api/generated/schema';
import { useMe } from '../../../api/session';
import { NewestMessages } from '../../../features/messages/NewestMessages';
import { hrefOf } from '../../../features/prescriptions/queue/QueueTable';
import { useClaims } from '../../../features/prescriptions/queue/useClaims';
import { ErrorState } from '../../../ui/feedback/states';
import { clinicDay } from '../../../ui/format';
import { Kbd } from '../../../ui/Kbd';
import { useRowKeys } from '../../../ui/keyboard/useRowKeys';
import { useShortcuts } from '../../../ui/keyboard/useShortcuts';
import { useGo } from '../../../ui/links/AppLink';
import { Page } from '../../../ui/page/Page';
import { useNow } from '../../../ui/useNow';
import { PHONE_WIDTH } from '../../../ui/widths';
import { AlsoOpen } from './AlsoOpen';
import { MyQueue } from './MyQueue';
import { todayView } from './queries';
import { TheDay } from './TheDay';
import { TodayFacts } from './TodayFacts';
import css from './today.module.css';
import { WhatFailed } from './WhatFailed';
import { leadText } from './words';

const NOTHING_YET = { decisionSeconds: null, mine: { requests: 0, medications: 0 }, hours: [] };

export function TodayPage() {
  const isDoctor = useMe().Role === 'ROLE_DOCTOR';
  const isPhone = useMediaQuery(PHONE_WIDTH, false, { getInitialValueInEffect: false });
  const query = useQuery(todayView());
  const view = query.data;
  const now = useServerNow(view, query.dataUpdatedAt);
  const { refetch } = query;
  const day = view?.day.day;
  // Left open over midnight, it is another day's page: asked for as the time goes on, not at every failure.
  useEffect(() => {
    if (day !== undefined && clinicDay(new Date(now)) > day) void refetch({ cancelRefetch: false });
  }, [now, day, refetch]);
  const claims = useClaims();
  const go = useGo();
  // The first row: a patient of one's own is gone on with, and whom nobody has is claimed first.
  const first = view?.queue.items[0];
  const next = () => {
    if (first?.claim?.mine) go(hrefOf(first));
    else claims.next(null);
  };
  const rows = useRef<HTMLDivElement>(null);
  useRowKeys(rows, 'a[data-row]');
  useShortcuts('Today', [
    { keys: ['j', 'k'], does: 'next / previous row of the queue' },
    { keys: ['Enter'], does: 'open the patient' },
    ...(isDoctor ? [{ keys: ['g'], does: 'next patient', run: next }] : []),
  ]);
  const nextPatient = (
    <Button
      loading={claims.busy === 'next'}
      leftSection={<IconArrowRight size={16} aria-hidden="true" />}
      rightSection={
        <span aria-hidden="true" className={css['keycap']}>
          <Kbd>g</Kbd>
        </span>
      }
      onClick={next}
    >
      Next patient
    </Button>
  );
  return (
    <Page
      title="Today"
      tabTitle="Dashboard"
      lead={
        view === undefined ? (
          // As long as it will be: on a phone it has two lines.
          <span aria-hidden="true" className={css['notYet']}>
            {leadText({ ...NOTHING_YET, day: clinicDay(new Date(now)) }, isDoctor)}
          </span>
        ) : (
          leadText(view.day, isDoctor)
        )
      }
      actions={isDoctor && !isPhone ? nextPatient : undefined}
    >
      {query.isError && view === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <TodayFacts view={view} isDoctor={isDoctor} isPhone={isPhone} now={now} />
          <div className={css['columns']}>
            <div className={css['column']} data-waits={view === undefined || undefined}>
              <div ref={rows} data-waits={view === undefined || undefined}>
                <MyQueue queue={view?.queue} isDoctor={isDoctor} isPhone={isPhone} now={now} />
              </div>
              <WhatFailed
                failed={view?.failed}
                restored={view?.restored}
                isDoctor={isDoctor}
                now={new Date(now)}
              />
            </div>
            <div className={css['column']}>
              {!isPhone && <TheDay day={view?.day} now={new Date(now)} />}
              <NewestMessages />
              <AlsoOpen open={view?.alsoOpen} isDoctor={isDoctor} />
            </div>
          </div>
        </>
      )}
      {isDoctor && isPhone && (
        <div className={css['foot']} data-no-print>
          {nextPatient}
        </div>
      )}
      {claims.dialog}
    </Page>
  );
}

/** The server's time, going on: the clock of a desk may be wrong by minutes. */
function useServerNow(view: TodayView | undefined, answeredAt: number): number {
  const now = useNow();
  return view === undefined ? now : Math.max(now, answeredAt) + Date.parse(view.now) - answeredAt;
}
