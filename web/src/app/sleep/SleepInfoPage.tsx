// SPDX-License-Identifier: AGPL-3.0-or-later

// Sleep information, read only, and one's orders: the beginning and the end of a sleep study.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOptions } from '../../api/queries';
import { useMe } from '../../api/session';
import { sleepInfos, sleepOrders } from '../../features/sleep-studies/queries';
import { NoSleepInfo } from '../../features/sleep-studies/NoSleepInfo';
import { SleepInfoView } from '../../features/sleep-studies/SleepInfoView';
import { SleepOrders } from '../../features/sleep-studies/SleepOrders';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { formatDate } from '../../ui/format';
import { ButtonLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Card } from '../../ui/page/Card';
import { Page } from '../../ui/page/Page';
import { type SleepDocument, SleepDocumentDialog } from './SleepDocumentDialog';
import css from './sleep.module.css';

export function SleepInfoPage() {
  const me = useMe();
  const options = useOptions();
  const infos = useQuery(sleepInfos(me.Person._id));
  const orders = useQuery(sleepOrders(me.Person._id));
  const [shown, setShown] = useState<SleepDocument | null>(null);
  const newest = infos.data?.[0];
  const failed = infos.isError || options.isError || orders.isError;
  const pending = infos.isPending || options.isPending || orders.isPending;
  return (
    <Page
      title="Sleep Information"
      narrow
      actions={
        newest ? (
          <>
            <ButtonLink variant="default" href={paths.sleepInfoEdit()}>
              Edit
            </ButtonLink>
            <ButtonLink href={paths.sleepClinics()}>Submit Assessment</ButtonLink>
          </>
        ) : undefined
      }
    >
      {failed ? (
        <ErrorState
          error={[infos, options, orders].find((one) => one.isError)?.error}
          onRetry={() => {
            for (const one of [infos, options, orders]) if (one.isError) void one.refetch();
          }}
        />
      ) : null}
      {pending && !failed ? <Loading text="Please wait, loading the sleep info..." rows={6} /> : null}
      {infos.data && !newest && !pending ? <NoSleepInfo /> : null}
      {/* Where they stand comes before what they are about. */}
      {orders.data && orders.data.length > 0 && !pending ? (
        <section className={css['orders']} aria-labelledby="sleep-orders">
          <h2 id="sleep-orders">Your sleep studies</h2>
          <SleepOrders
            orders={orders.data}
            onDocument={(order) => setShown({ order, what: 'document' })}
            onReceipt={(order) => setShown({ order, what: 'receipt' })}
          />
        </section>
      ) : null}
      {newest && options.data && !pending ? (
        <Card>
          <p className={css['saved']}>Saved {formatDate(newest.createdAt)}</p>
          <SleepInfoView info={newest} questions={options.data.sleepQuestions} />
        </Card>
      ) : null}
      {shown ? <SleepDocumentDialog shown={shown} onClose={() => setShown(null)} /> : null}
    </Page>
  );
}
