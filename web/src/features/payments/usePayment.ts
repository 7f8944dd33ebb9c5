// SPDX-License-Identifier: AGPL-3.0-or-later

/** The payment of one thing on screen: drawn at every change, and told what else becomes known of the thing. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { availability } from '../../api/availability';
import type { PaymentMachine, PaymentSnapshot } from './paymentMachine';
import { type Till, useOtherUnknown } from './till';

export interface Payment<T> extends PaymentSnapshot {
  readonly machine: PaymentMachine<T>;
  /** Another payment whose outcome is unknown. */
  readonly other: string | null;
}

export function usePayment<T>(thing: T, till: Till<T>, leave?: (address: string) => void): Payment<T> {
  const queries = useQueryClient();
  const [first] = useState(thing);
  const [machine] = useState(() => till.machineOf(thing, queries, leave));
  const now = useSyncExternalStore(machine.subscribe, machine.snapshot);
  const other = useOtherUnknown(till.adapter.idOf(first));
  useEffect(() => till.watch(first, machine), [till, first, machine]);
  useEffect(() => machine.observe(thing), [machine, thing]);
  useEffect(() => {
    const onAvailable = () => {
      if (availability.get()) machine.answered();
    };
    // A page that the browser kept while the wallet's was shown.
    const onShown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) machine.turnedRound();
    };
    window.addEventListener('pageshow', onShown);
    const stop = availability.subscribe(onAvailable);
    return () => {
      window.removeEventListener('pageshow', onShown);
      stop();
    };
  }, [machine]);
  return { ...now, machine, other };
}
