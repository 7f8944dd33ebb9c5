/**
 * One payment as a small machine: ready, sending, waiting for an unknown outcome,
 * paid. A click makes one command with one key; a retry keeps both. The button is
 * never armed again until the server says that nothing was charged.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiUnavailable, newKey } from '../../api/client';
import { keys } from '../../api/queries';
import type { PrescriptionView } from '../../api/types';
import {
  chargeWalletOrder,
  completePayment,
  payByCard,
  payByWalletOrder,
  readPrescription,
  startWalletOrder,
} from './calls';
import { isCertainRefusal, standingOf } from './outcome';

export type PaymentStep = 'ready' | 'sending' | 'waiting' | 'paid';

/** How often an unknown outcome is asked for. */
const ASK_EVERY_MS = 3000;

const FALLBACK = 'Some error happens. Please try again or contact us.';

type Command = () => Promise<PrescriptionView>;

export interface Payment {
  step: PaymentStep;
  /** Why the last attempt did not pay; certain, so that another attempt may be made. */
  refusal: string | null;
  payCard: (token: () => Promise<string>) => void;
  payWallet: () => void;
  returnFromWallet: (orderID: string) => void;
}

export interface PaymentInput {
  prescription: PrescriptionView;
  /** Leaves for the wallet's page; replaced in tests. */
  leave?: (address: string) => void;
}

export function usePayment({ prescription, leave = goAway }: PaymentInput): Payment {
  const queries = useQueryClient();
  const { _id: id, feeDue } = prescription;
  const personId = prescription.person._id;
  const [step, setStep] = useState<PaymentStep>(() => firstStep(prescription));
  const [refusal, setRefusal] = useState<string | null>(null);
  const running = useRef(step !== 'ready');
  const resend = useRef<Command | null>(null);
  const completion = useRef(newKey());
  const returned = useRef(false);

  const settle = useCallback(
    async (answer: PrescriptionView): Promise<void> => {
      const standing = standingOf(answer);
      if (standing === 'charged' && answer.payment) {
        const done = await completePayment(id, personId, answer.payment._id, completion.current);
        // Completion that leaves the request Created is still an unknown outcome.
        if (standingOf(done) === 'settled') return settle(done);
        setStep('waiting');
        return;
      }
      if (standing === 'settled') {
        queries.setQueryData(keys.prescription(id), answer);
        void queries.invalidateQueries({ queryKey: keys.prescriptions(personId) });
        resend.current = null;
        setStep('paid');
        return;
      }
      if (standing === 'unknown') {
        setStep('waiting');
        return;
      }
      queries.setQueryData(keys.prescription(id), answer);
      resend.current = null;
      running.current = false;
      setRefusal(answer.payment?.message ?? FALLBACK);
      setStep('ready');
    },
    [id, personId, queries],
  );

  const run = useCallback(
    async (command: Command): Promise<void> => {
      resend.current = command;
      try {
        await settle(await command());
      } catch (failure) {
        if (!isCertainRefusal(failure)) {
          if (!(failure instanceof ApiUnavailable)) resend.current = null;
          setStep('waiting');
          return;
        }
        // Refused before any effect, unless an earlier attempt is still open: the server's
        // newest view decides which.
        const words = failure instanceof Error ? failure.message : FALLBACK;
        resend.current = null;
        setRefusal(words);
        try {
          const newest = await readPrescription(id);
          if (standingOf(newest) === 'armed') {
            running.current = false;
            setStep('ready');
          } else await settle(newest);
        } catch {
          setStep('waiting');
        }
      }
    },
    [id, settle],
  );

  // While waiting, ask for the newest state; a command that never arrived goes out again with its key.
  useEffect(() => {
    if (step !== 'waiting') return undefined;
    let stopped = false;
    const timer = setInterval(() => {
      void (async () => {
        try {
          const newest = await readPrescription(id);
          if (stopped) return;
          const command = resend.current;
          if (command && standingOf(newest) === 'armed') await run(command);
          else await settle(newest);
        } catch {
          // Still no answer: the next turn asks again.
        }
      })();
    }, ASK_EVERY_MS);
    return () => {
      stopped = true;
      clearInterval(timer);
    };
  }, [step, id, run, settle]);

  /** Lets exactly one command through. */
  const begin = (): boolean => {
    if (running.current) return false;
    running.current = true;
    setRefusal(null);
    setStep('sending');
    return true;
  };

  const failed = (words: string) => {
    running.current = false;
    setRefusal(words);
    setStep('ready');
  };

  return {
    step,
    refusal,
    payCard: (token) => {
      if (!begin()) return;
      const key = newKey();
      token().then(
        (tokenId) => void run(() => payByCard(id, feeDue, tokenId, key)),
        (failure: unknown) => failed(failure instanceof Error ? failure.message : FALLBACK),
      );
    },
    payWallet: () => {
      if (!begin()) return;
      // An order charges nothing by itself, so a failure here is certain.
      startWalletOrder(id, newKey()).then(
        (order) => leave(order.approveUrl),
        (failure: unknown) => failed(failure instanceof Error ? failure.message : FALLBACK),
      );
    },
    returnFromWallet: (orderID) => {
      // An order that is open already is no reason to wait: coming back is what settles it.
      if (returned.current || step === 'paid') return;
      returned.current = true;
      running.current = true;
      setStep('sending');
      const charge = newKey();
      const record = newKey();
      void run(async () => {
        await chargeWalletOrder(orderID, feeDue, `Prescription ${prescription.label}`, charge);
        return payByWalletOrder(id, feeDue, orderID, record);
      });
    },
  };
}

function firstStep(prescription: PrescriptionView): PaymentStep {
  const standing = standingOf(prescription);
  if (standing === 'settled') return 'paid';
  return standing === 'armed' ? 'ready' : 'waiting';
}

function goAway(address: string): void {
  window.location.assign(address);
}
