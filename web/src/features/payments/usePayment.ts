// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The payment machine of one thing on screen: drawn at every change, and asked
 * again every few seconds while an outcome is unknown.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { PaymentMachine, type PaymentSnapshot } from './paymentMachine';
import type { PaymentAdapter } from './paymentAdapter';

/** How often an unknown outcome is asked for. */
const ASK_EVERY_MS = 3000;

export interface Payment<T> extends PaymentSnapshot {
  machine: PaymentMachine<T>;
}

export function usePayment<T>(
  thing: T,
  adapter: PaymentAdapter<T>,
  leave: (address: string) => void = goAway,
): Payment<T> {
  const queries = useQueryClient();
  const [machine] = useState(
    () => new PaymentMachine(thing, adapter, { leave, onNewest: (newest) => adapter.store(queries, newest) }),
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
