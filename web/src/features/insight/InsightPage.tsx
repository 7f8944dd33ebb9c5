// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * How requests were decided, faxed and paid in a period: six numbers and a card for each kind of figure. What is looked
 * at is in the address, so that it can be sent to someone and Back leads back. Nothing is computed from patients here:
 * the server says what may be told.
 */
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertTriangle, IconFileTypeCsv } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../ui/feedback/states';
import { clinicDay } from '../../ui/format';
import { useGo, useQueryParam } from '../../ui/links/AppLink';
import { Page } from '../../ui/page/Page';
import { PHONE_WIDTH } from '../../ui/widths';
import { addressOf, sightOf } from './address';
import { ClaimsCard } from './ClaimsCard';
import { DecisionCard } from './DecisionCard';
import { DoctorsCard } from './DoctorsCard';
import { FaxCard } from './FaxCard';
import { Filters } from './Filters';
import css from './insight.module.css';
import { KeyNumbers } from './KeyNumbers';
import { MessagesCard } from './MessagesCard';
import { insightView } from './queries';
import { ReasonsCard } from './ReasonsCard';
import { RequestsCard } from './RequestsCard';
import { RevenueCard } from './RevenueCard';
import { useSaveCsv } from './useSaveCsv';
import { daysText } from './words';

const LEAD = 'How requests were decided, faxed and paid. Counts only, no patient’s name.';

/** In the place of another line, so that nothing moves for it. */
function missingText(days: number) {
  return days === 0 ? undefined : (
    <span className={css['missing']}>
      <IconAlertTriangle size={16} aria-hidden="true" />
      {`Still being counted and missing here: ${daysText(days)}.`}
    </span>
  );
}

export function InsightPage() {
  const go = useGo();
  const today = clinicDay(new Date());
  const sight = sightOf(
    {
      from: useQueryParam('from'),
      to: useQueryParam('to'),
      doctor: useQueryParam('doctor'),
      payer: useQueryParam('payer'),
      compare: useQueryParam('compare'),
    },
    today,
  );
  const isPhone = useMediaQuery(PHONE_WIDTH, false, { getInitialValueInEffect: false }) ?? false;
  const query = useQuery(insightView(sight));
  const { busy, save } = useSaveCsv();
  const view = query.data;
  const isFailed = query.isError && (view === undefined || query.isPlaceholderData);
  const csv = (
    <Button
      variant={isPhone ? 'filled' : 'default'}
      loading={busy}
      leftSection={<IconFileTypeCsv size={18} aria-hidden="true" />}
      onClick={() => save('all', sight)}
    >
      Download CSV
    </Button>
  );
  const missing = missingText(view?.missingDays ?? 0);
  const card = { view, sight };
  return (
    <Page
      title="Insight"
      wide
      lead={isPhone ? undefined : (missing ?? LEAD)}
      actions={isPhone ? undefined : csv}
    >
      <Filters
        sight={sight}
        onSight={(wanted) => go(addressOf(wanted))}
        view={view}
        today={today}
        isPhone={isPhone}
        missing={missing}
      />
      {isFailed ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className={css['shown']} data-old={query.isPlaceholderData || undefined}>
          <KeyNumbers view={view} sight={sight} />
          <div className={css['cards']}>
            <RequestsCard {...card} />
            <DecisionCard {...card} />
            <ReasonsCard {...card} />
            <FaxCard {...card} />
            <RevenueCard {...card} />
            <ClaimsCard {...card} />
            <DoctorsCard {...card} />
            <MessagesCard {...card} />
          </div>
          <p className={css['note']}>
            Not shown are numbers of 1 to 4 that could name a patient, and those that would give such a number
            away. Paid, refused and sent claims are of the period; the others are as of now.
            {view && ` ${view.accuracy}`}
          </p>
        </div>
      )}
      {isPhone && (
        <div className={css['foot']} data-no-print>
          {csv}
        </div>
      )}
    </Page>
  );
}
