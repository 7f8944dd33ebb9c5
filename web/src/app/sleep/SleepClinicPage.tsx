// SPDX-License-Identifier: AGPL-3.0-or-later

// The second choice: a company's branch, and the checkout. The wallet sends back here with its order.
import { IconZzz } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { SleepClinicView } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { useMe } from '../../api/session';
import { sleepClinics, sleepInfos, sleepOrders } from '../../features/sleep-studies/queries';
import { BranchTable } from '../../features/sleep-studies/ClinicTables';
import { NoSleepInfo } from '../../features/sleep-studies/NoSleepInfo';
import { EmptyState, ErrorState, Loading, Notice } from '../../ui/feedback/states';
import { ButtonLink, useGo, useQueryParam, useRouteParam } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Page } from '../../ui/page/Page';
import { CheckoutDialog } from './CheckoutDialog';
import {
  isOutdated,
  isUnderWay,
  orderOf,
  payableOf,
  purchaseOf,
  type SleepPurchase,
  sleepTill,
} from './paymentAdapter';

export function SleepClinicPage() {
  const me = useMe();
  const go = useGo();
  const queries = useQueryClient();
  const settings = useSettings();
  const name = useRouteParam('name');
  const wanted = useQueryParam('assessment');
  const walletOrder = useQueryParam('token');
  // The wallet sends back here too when the patient turned round; its order then charges nothing.
  const turnedRound = useQueryParam('wallet') === 'cancelled';
  const infos = useQuery(sleepInfos(me.Person._id));
  const clinics = useQuery(sleepClinics());
  const orders = useQuery(sleepOrders(me.Person._id));
  /** Kept from the press to the end: lists read again meanwhile must not change what is being paid. */
  const [buying, setBuying] = useState<SleepPurchase | null>(null);
  const failed = [infos, clinics, orders].some((one) => one.isError);
  const branches = clinics.data?.filter((one) => one.route === name) ?? [];
  const company = branches[0]?.company;
  const title = company ?? 'Sleep clinic';
  const newest = infos.data?.[0];
  const changed = orders.data?.some(
    (order) => order.sleepInfo._id === newest?._id && branches.some((branch) => isOutdated(order, branch)),
  );

  // What was pressed before the document was loaded anew, and is not known to be paid.
  const current = orders.isFetching ? undefined : orders.data;
  useEffect(() => {
    for (const order of current ?? []) sleepTill.resume(purchaseOf(order), queries);
  }, [current, queries]);

  // An order from a link or back from the wallet: one that waits to be paid, or whose payment is not known.
  const asked = orders.data?.find((one) => one._id === wanted);
  const [opened, setOpened] = useState(false);
  if (asked && !opened) {
    setOpened(true);
    if (asked.canPay || isUnderWay(asked)) setBuying(purchaseOf(asked));
  }
  // Paid or given up before: where it stands is told among the orders.
  const leaves = asked !== undefined && buying === null && payableOf(asked).stage !== 'unpaid';
  const leave = useEffectEvent(() => go(paths.sleepInfo(), { replace: true }));
  useEffect(() => {
    if (leaves) leave();
  }, [leaves]);

  function select(clinic: SleepClinicView) {
    if (!newest || !orders.data) return;
    const order = orderOf(orders.data, newest, clinic);
    setBuying({
      info: newest,
      clinic,
      amount: settings.free ? 0 : settings.serviceFees.sleepAssessment,
      order,
    });
  }

  const isReady = !infos.isPending && !clinics.isPending && !orders.isPending;
  return (
    <Page
      title={title}
      crumbs={[
        { text: 'Sleep Information', href: paths.sleepInfo() },
        { text: 'Choose a sleep clinic', href: paths.sleepClinics() },
        { text: title },
      ]}
      actions={
        <ButtonLink variant="default" href={paths.sleepClinics()} data-way-back>
          Back
        </ButtonLink>
      }
    >
      {failed ? (
        <ErrorState
          error={[infos, clinics, orders].find((one) => one.isError)?.error}
          onRetry={() => {
            for (const one of [infos, clinics, orders]) if (one.isError) void one.refetch();
          }}
        />
      ) : null}
      {!failed && !isReady ? <Loading rows={5} /> : null}
      {isReady && infos.data && !newest ? <NoSleepInfo /> : null}
      {isReady && clinics.data && !company ? (
        <EmptyState icon={IconZzz} text="This sleep clinic is not available." />
      ) : null}
      {changed ? (
        <Notice kind="warning">
          The details of the sleep clinic that you chose have changed. You were not charged. Please choose it
          again.
        </Notice>
      ) : null}
      {newest && orders.data && company ? (
        <>
          <p>Please choose one of the sleep diagnostic clinic branch locations below:</p>
          <BranchTable branches={branches} free={settings.free} onSelect={select} />
        </>
      ) : null}
      {buying ? (
        <CheckoutDialog
          key={buying.clinic._id}
          purchase={buying}
          orders={orders.data ?? []}
          returnedOrder={turnedRound || buying.order?._id !== wanted ? undefined : walletOrder}
          onClose={() => {
            setBuying(null);
            if (wanted) go(paths.sleepClinic(name), { replace: true });
          }}
          onOrdered={() => go(paths.sleepInfo(), { replace: true })}
        />
      ) : null}
    </Page>
  );
}
