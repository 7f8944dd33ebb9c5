// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The ways to pay one thing, and what is said while an outcome is unknown. One
 * command per click; after it nothing can be pressed until the server knows better.
 */
import { Button } from '@mantine/core';
import { IconWallet } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useSettings } from '../../api/queries';
import { BusyOverlay } from '../../ui/feedback/BusyOverlay';
import { Notice } from '../../ui/feedback/states';
import { ErrorSummary } from '../../ui/forms/faults';
import { CardForm } from './CardForm';
import { CARD, type PaymentStep } from './paymentMachine';
import css from './payments.module.css';
import type { Payment } from './usePayment';

interface PaymentMethodsProps<T> {
  payment: Payment<T>;
  amount: number;
  /** The name that stands in the card form at first. */
  payer: string;
  /** The wallet's order after its page sent the patient back. */
  returnedOrder: string | undefined;
}

/** Why the buttons cannot be pressed, by step. */
const REASONS: Record<PaymentStep, string | null> = {
  ready: null,
  sending: 'Processing your payment.',
  waiting: 'We’re checking whether your payment went through.',
  paid: 'Your payment went through.',
  over: 'There is nothing to pay.',
};
const OTHER_UNKNOWN = 'We’re checking whether another payment went through.';

const NOT_PAID = 'Your payment didn’t go through';

export function PaymentMethods<T>({ payment, amount, payer, returnedOrder }: PaymentMethodsProps<T>) {
  const settings = useSettings();
  const { step, refusal, round, machine, other } = payment;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (returnedOrder !== undefined) void machine.returnFromWallet(returnedOrder);
  }, [machine, returnedOrder]);

  // A refusal that goes by itself had the focus.
  const isRefused = refusal !== null;
  useEffect(() => {
    if (!isRefused) return undefined;
    const { current } = place;
    return () => {
      const isNowhere = document.activeElement === null || document.activeElement === document.body;
      if (isNowhere) current?.focus({ preventScroll: true });
    };
  }, [isRefused]);

  const reason = REASONS[step] ?? (other === null ? null : OTHER_UNKNOWN);
  const unknown = step === 'waiting' ? 'your payment' : `your payment for ${other ?? ''}`;
  return (
    <div ref={place} tabIndex={-1} className={css.methods}>
      <ErrorSummary title={NOT_PAID} faults={refusal === null ? [] : [refusal]} round={round} />
      {step === 'waiting' || (step === 'ready' && other !== null) ? (
        <div className={css.waiting}>
          <Notice kind="info" title={`We do not know yet whether ${unknown} went through.`} live>
            Please do not pay again. We’ll keep checking with the payment provider, and this page will update
            automatically.
          </Notice>
        </div>
      ) : null}
      {settings.walletEnabled ? (
        <>
          <Button
            size="lg"
            fullWidth
            color="dark"
            className={css.wallet}
            leftSection={<IconWallet size={20} aria-hidden />}
            aria-disabled={reason !== null || undefined}
            onClick={() => reason === null && void machine.payWallet()}
          >
            Pay with wallet
          </Button>
          <div className={css.or}>or pay by card</div>
        </>
      ) : null}
      {settings.stripeKey && settings.stripeScriptUrl ? (
        <CardForm
          scriptUrl={settings.stripeScriptUrl}
          stripeKey={settings.stripeKey}
          amount={amount}
          name={payer}
          product={settings.product}
          reason={reason}
          refusal={refusal?.field === CARD ? refusal.message : null}
          onPay={(token) => void machine.payCard(token)}
        />
      ) : null}
      <BusyOverlay visible={step === 'sending'} />
    </div>
  );
}
