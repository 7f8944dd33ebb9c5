// SPDX-License-Identifier: AGPL-3.0-or-later

// The patient's dashboard: the welcome at the first sign-in, the steps before the first request, or the
// live request with what is around it. Messages are shown only when there are any.
import { IconClipboardHeart, IconPlus, IconZzz } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { PrescriptionView, UserView } from '../../api/generated/schema';
import { dashboardInbox } from '../../features/messages/queries';
import { medicalInfoRecords } from '../../features/medical-info/queries';
import { draftBegun, prescriptionHistory, renewableList } from '../../features/prescriptions/queries';
import { LiveRequest } from '../../features/prescriptions/LiveRequest';
import { hasNextSteps, WhatToDoNext } from '../../features/prescriptions/WhatToDoNext';
import { isLive } from '../../features/prescriptions/timeline';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import { useArrived } from '../../ui/feedback/useIsSlow';
import { formatDate, hourOfDay } from '../../ui/format';
import { ButtonLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Page } from '../../ui/page/Page';
import { useNow } from '../../ui/useNow';
import css from './dashboard.module.css';
import { NeedsYou, needsOf } from './NeedsYou';
import { NewMessages } from './NewMessages';
import { ReadyToRenew } from './ReadyToRenew';
import { Tile } from './Tile';
import { lazyPart } from '../../ui/chunks';

// Shown to those who are new: not part of everybody's first load.
const FirstSteps = lazyPart(async () => (await import('./FirstSteps')).FirstSteps);
const Welcome = lazyPart(async () => (await import('./Welcome')).Welcome);

/** A finished request stays on the dashboard this long. */
const FINISHED_STAYS_MS = 7 * 24 * 60 * 60 * 1000;

export function PatientDashboard({ me }: { readonly me: UserView }) {
  return (
    <>
      <Suspense>{me.isFirstLoginShow1 ? <Welcome me={me} /> : null}</Suspense>
      {me.hasMedicalInfo ? (
        <Home me={me} />
      ) : (
        <Suspense>
          <FirstSteps firstName={me.Person.FirstName} />
        </Suspense>
      )}
    </>
  );
}

function Home({ me }: { readonly me: UserView }) {
  const newest = useQuery(
    prescriptionHistory(me.Person._id, { limit: 10, cursor: null, sort: '-createdAt' }),
  );
  const records = useQuery(medicalInfoRecords(me.Person._id));
  const inbox = useQuery(dashboardInbox(me.Person._id));
  const draft = useQuery(draftBegun());
  const around = [records, useQuery(renewableList(me.Person._id)), inbox, draft];
  // All of it comes at once, because what came later would push what is there; what fails waits for nobody.
  const isHere = useArrived(
    newest.isPending || around.some((one) => one.isPending && one.failureCount === 0),
  );
  const now = new Date(useNow());
  const shown = newest.data ? toShow(newest.data.items, now) : [];
  const checked = records.data?.[0]?.CreatedAt;
  return (
    <Page
      title={`${greeting(now)}, ${me.Person.FirstName}`}
      tabTitle="Dashboard"
      actions={
        <ButtonLink href={paths.requestReview()} leftSection={<IconPlus size={20} aria-hidden="true" />}>
          Request a prescription
        </ButtonLink>
      }
    >
      <div className={css['columns']}>
        <div className={css['main']}>
          {!isHere ? (
            <Loading text="Loading your requests..." rows={4} />
          ) : (
            <>
              <NeedsYou
                needs={needsOf({
                  me: me.Person._id,
                  requests: newest.data?.items ?? [],
                  shown,
                  draft: draft.data,
                  messages: inbox.data?.items ?? [],
                  now,
                })}
              />
              {newest.isError ? (
                <ErrorState error={newest.error} onRetry={() => void newest.refetch()} />
              ) : shown.length === 0 ? (
                <EmptyState
                  text="You have no active requests."
                  hint="When you request a prescription, you can track it here."
                />
              ) : (
                shown.map((prescription) => (
                  <LiveRequest key={prescription._id} prescription={prescription} />
                ))
              )}
              <ReadyToRenew personId={me.Person._id} />
            </>
          )}
        </div>
        {isHere && (
          <div className={css['side']}>
            {shown.filter(hasNextSteps).map((request) => (
              <WhatToDoNext key={request._id} request={request} />
            ))}
            <NewMessages personId={me.Person._id} />
          </div>
        )}
      </div>
      <div className={css['tiles']} data-no-print>
        <Tile
          icon={IconClipboardHeart}
          title="Update medical information"
          text={checked ? `Last checked ${formatDate(checked)}` : 'Conditions, allergies and medications'}
          href={paths.medicalInfoEdit()}
        />
        <Tile
          icon={IconZzz}
          title="Request a sleep study"
          text="A test for sleep apnea at a clinic you choose"
          href={paths.sleepInfo()}
        />
      </div>
    </Page>
  );
}

/** Live requests, or else the newest one that ended lately. */
function toShow(items: readonly PrescriptionView[], now: Date): PrescriptionView[] {
  const live = items.filter(isLive);
  if (live.length > 0) return live;
  const last = items[0];
  const ended = last?.statuses[0];
  if (!last || !ended || last.status === 'CANCELED') return [];
  return now.getTime() - new Date(ended.at).getTime() < FINISHED_STAYS_MS ? [last] : [];
}

/** By the clinic's clock. */
function greeting(now: Date): string {
  const hour = hourOfDay(now);
  if (hour < 12) return 'Good morning';
  return hour < 18 ? 'Good afternoon' : 'Good evening';
}
