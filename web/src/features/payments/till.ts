// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Where payments of one kind of thing are made. A payment whose outcome is unknown is
 * kept here, whatever becomes of the page or dialog it was pressed in: opened again it
 * is the same one, it is asked for until it is known, and nothing else can be paid
 * meanwhile. It ends with the session or the document; after that the server's word
 * about the thing stands.
 */
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { session } from '../../api/session';
import { toast } from '../../ui/feedback/toasts';
import { PaymentMachine } from './paymentMachine';
import type { PaymentAdapter } from './paymentAdapter';

/** How often an unknown outcome is asked for. */
const ASK_EVERY_MS = 3000;

interface Kept<T> {
  readonly machine: PaymentMachine<T>;
  watchers: number;
  timer?: ReturnType<typeof setInterval>;
}

/** The names of the payments whose outcome is unknown, of all tills. */
let unknown: ReadonlyMap<string, string> = new Map();
const listeners = new Set<() => void>();
const forgetful = new Set<() => void>();

function note(id: string, name: string | null): void {
  if ((unknown.get(id) ?? null) === name) return;
  const next = new Map(unknown);
  if (name === null) next.delete(id);
  else next.set(id, name);
  unknown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The name of another payment whose outcome is unknown. */
export function useOtherUnknown(id: string): string | null {
  const all = useSyncExternalStore(subscribe, () => unknown);
  return [...all].find(([other]) => other !== id)?.[1] ?? null;
}

/** For the end of a session: what was pressed in it is no business of the next. */
export function forgetPayments(): void {
  for (const forget of forgetful) forget();
}

let owner = session.get().user?._id;
session.subscribe(() => {
  const { user } = session.get();
  if (user?._id !== owner) forgetPayments();
  owner = user?._id;
});

export class Till<T> {
  private readonly kept = new Map<string, Kept<T>>();

  constructor(readonly adapter: PaymentAdapter<T>) {
    forgetful.add(() => {
      for (const [id, { timer }] of this.kept) {
        clearInterval(timer);
        note(id, null);
      }
      this.kept.clear();
    });
  }

  /** The payment of a thing: the one under way, or a new one. */
  machineOf(thing: T, queries: QueryClient, leave: (address: string) => void = goAway): PaymentMachine<T> {
    const id = this.adapter.idOf(thing);
    const known = this.kept.get(id);
    if (known) return known.machine;
    const onNewest = (newest: T) => this.adapter.store(queries, newest);
    const machine = new PaymentMachine(thing, this.adapter, { leave, onNewest });
    machine.subscribe(() => this.follow(thing, machine));
    return machine;
  }

  /** Keeps a payment that the server does not know the outcome of, as after the document was loaded anew. */
  resume(thing: T, queries: QueryClient): void {
    if (this.kept.has(this.adapter.idOf(thing))) return;
    const machine = this.machineOf(thing, queries);
    machine.attend(false);
    if (!isUnknown(machine)) return;
    this.entry(this.adapter.idOf(thing), machine);
    this.follow(thing, machine);
  }

  /** Somebody looks at it, until what is returned is called. */
  watch(thing: T, machine: PaymentMachine<T>): () => void {
    const id = this.adapter.idOf(thing);
    const one = this.entry(id, machine);
    one.watchers += 1;
    machine.attend(true);
    this.follow(thing, machine);
    return () => {
      one.watchers -= 1;
      if (one.watchers > 0 || this.kept.get(id) !== one) return;
      machine.attend(false);
      if (!isUnknown(machine)) this.drop(id);
    };
  }

  private entry(id: string, machine: PaymentMachine<T>): Kept<T> {
    const known = this.kept.get(id);
    if (known?.machine === machine) return known;
    const one: Kept<T> = { machine, watchers: 0 };
    this.kept.set(id, one);
    return one;
  }

  private drop(id: string): void {
    clearInterval(this.kept.get(id)?.timer);
    this.kept.delete(id);
    note(id, null);
  }

  /** After each step of a machine. */
  private follow(thing: T, machine: PaymentMachine<T>): void {
    const { adapter } = this;
    const id = adapter.idOf(thing);
    const { step } = machine.snapshot();
    const one = this.kept.get(id);
    // Of a session that ended, or one that nobody looks at yet.
    if (one?.machine !== machine) return;
    note(id, isUnknown(machine) ? adapter.nameOf(thing) : null);
    if (step !== 'waiting') {
      clearInterval(one.timer);
      delete one.timer;
    } else {
      one.timer ??= setInterval(() => void machine.ask(), ASK_EVERY_MS);
    }
    if (one.watchers > 0 || (step !== 'paid' && step !== 'over')) return;
    this.drop(id);
    if (step === 'paid') toast.success(adapter.paidText(thing));
  }
}

function isUnknown({ snapshot }: Pick<PaymentMachine<unknown>, 'snapshot'>): boolean {
  const { step } = snapshot();
  return step === 'sending' || step === 'waiting';
}

function goAway(address: string): void {
  window.location.assign(address);
}
