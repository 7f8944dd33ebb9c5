/**
 * The payment machine of one request on screen: drawn at every change, and asked
 * again every few seconds while an outcome is unknown.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { keys } from '../../api/queries';
import type { PrescriptionView } from '../../api/types';
import { PaymentMachine, type PaymentSnapshot } from './paymentMachine';

/** How often an unknown outcome is asked for. */
const ASK_EVERY_MS = 3000;

export interface Payment extends PaymentSnapshot {
  machine: PaymentMachine;
}

export function usePayment(
  prescription: PrescriptionView,
  leave: (address: string) => void = goAway,
): Payment {
  const queries = useQueryClient();
  const [machine] = useState(
    () =>
      new PaymentMachine(prescription, {
        leave,
        onNewest: (newest) => {
          queries.setQueryData(keys.prescription(newest._id), newest);
          void queries.invalidateQueries({ queryKey: keys.prescriptions(newest.person._id) });
        },
      }),
  );
  const now = useSyncExternalStore(machine.subscribe, machine.snapshot);
  useEffect(() => {
    if (now.step !== 'waiting') return undefined;
    const timer = setInterval(() => void machine.ask(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [machine, now.step]);
  return { ...now, machine };
}

function goAway(address: string): void {
  window.location.assign(address);
}
