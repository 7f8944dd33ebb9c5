// SPDX-License-Identifier: AGPL-3.0-or-later

// The checkout of a sleep test: the clinic once more, the document that goes with it, and Yes, or the
// ways to pay. It closes when the order went out.
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFileText } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { SleepAssessmentView } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { refresh } from '../../api/refresh';
import { useMe } from '../../api/session';
import { useCommand } from '../../api/useCommand';
import { PaymentMethods } from '../../features/payments/PaymentMethods';
import { usePayment } from '../../features/payments/usePayment';
import { orderSleepTest } from '../../features/sleep-studies/commands';
import { sleepPreview } from '../../features/sleep-studies/queries';
import { Dialog } from '../../ui/dialogs/Dialog';
import { wordsOf } from '../../ui/feedback/failureText';
import { Notice } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { formatMoney } from '../../ui/format';
import { ButtonLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { PhoneNumber } from '../../ui/PhoneNumber';
import { Facts } from '../../ui/page/Card';
import { PHONE_WIDTH } from '../../ui/widths';
import { LazyDocumentPages } from './LazyDocumentPages';
import { payableOf, seenIn, type SleepPurchase, sleepPaymentAdapter, sleepTill } from './paymentAdapter';
import css from './sleep.module.css';

interface CheckoutDialogProps {
  readonly purchase: SleepPurchase;
  /** The orders as they are now. */
  readonly orders: readonly SleepAssessmentView[];
  /** The wallet's order after its page sent the patient back. */
  readonly returnedOrder: string | undefined;
  readonly onClose: () => void;
  readonly onOrdered: () => void;
}

export function CheckoutDialog(props: CheckoutDialogProps) {
  const { free } = useSettings();
  return free ? <FreeCheckout {...props} /> : <PaidCheckout {...props} />;
}

function FreeCheckout({ purchase, onClose, onOrdered }: CheckoutDialogProps) {
  const queries = useQueryClient();
  const { info, clinic } = purchase;
  const [failure, setFailure] = useState<unknown>(null);
  const { busy, run } = useCommand();
  const order = async (key: string) => {
    setFailure(null);
    await orderSleepTest(info._id, clinic._id, key);
    void refresh(queries, 'sleep');
    toast.success('Sleep Assessment sent to requested location.');
    onClose();
    onOrdered();
  };
  return (
    <Frame
      purchase={purchase}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
            No
          </Button>
          <Button loading={busy} onClick={() => void run(order, setFailure)}>
            Yes
          </Button>
        </>
      }
    >
      {failure !== null ? (
        <Notice kind="error" live>
          {wordsOf(failure)}
        </Notice>
      ) : null}
    </Frame>
  );
}

const ORDERED = 'These answers have already been sent to this clinic. You won’t be charged twice.';
const GIVEN_UP = 'This order was cancelled or refunded. To order again, please choose the clinic again.';

function PaidCheckout({ purchase, orders, returnedOrder, onClose, onOrdered }: CheckoutDialogProps) {
  const me = useMe();
  const now = useMemo(() => seenIn(orders, purchase), [orders, purchase]);
  const payment = usePayment(now, sleepTill);
  const finished = useEffectEvent(() => {
    toast.success(sleepPaymentAdapter.paidText(purchase));
    onClose();
    onOrdered();
  });
  useEffect(() => {
    if (payment.step === 'paid') finished();
  }, [payment.step]);
  if (payment.step === 'over')
    return (
      <Frame
        purchase={purchase}
        onClose={onClose}
        footer={
          <>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <ButtonLink href={paths.sleepInfo()}>Sleep Information</ButtonLink>
          </>
        }
      >
        <Notice kind="info" live>
          {now.order !== null && payableOf(now.order).stage === 'over' ? GIVEN_UP : ORDERED}
        </Notice>
      </Frame>
    );
  return (
    <Frame purchase={purchase} onClose={onClose}>
      <div className={css['pay']}>
        <PaymentMethods
          payment={payment}
          amount={purchase.amount}
          payer={`${me.Person.FirstName} ${me.Person.LastName}`}
          returnedOrder={returnedOrder}
        />
      </div>
    </Frame>
  );
}

interface FrameProps {
  readonly purchase: SleepPurchase;
  readonly onClose: () => void;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** What both have: the clinic, the fee and the document. */
function Frame({ purchase, onClose, footer, children }: FrameProps) {
  const narrow = useMediaQuery(PHONE_WIDTH);
  const [looking, setLooking] = useState(false);
  const { info, clinic, amount } = purchase;
  const pdf = useQuery({ ...sleepPreview(info._id, clinic._id), enabled: looking });
  return (
    <Dialog
      opened
      onClose={onClose}
      size={looking ? 760 : 560}
      fullScreen={narrow ?? false}
      title="Confirm the selection?"
      {...(footer === undefined ? {} : { footer })}
    >
      <Facts
        items={[
          ['Name', clinic.name],
          ['Phone', <PhoneNumber key="phone" number={clinic.phoneNumber} />],
          ['Address', clinic.address],
          ['Fee', amount === 0 ? 'No fee' : `${formatMoney(amount)} CAD`],
        ]}
      />
      <div className={css['look']}>
        <Button
          variant="default"
          leftSection={<IconFileText size={18} aria-hidden="true" />}
          aria-expanded={looking}
          onClick={() => setLooking(!looking)}
        >
          {looking ? 'Hide preview' : 'Preview the request'}
        </Button>
        {looking ? <LazyDocumentPages pdf={pdf} name="Test request" /> : null}
      </div>
      {children}
    </Dialog>
  );
}
