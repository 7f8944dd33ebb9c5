// SPDX-License-Identifier: AGPL-3.0-or-later

// Whether the server can be reached, as every call, the event stream and the browser tell it. While it is
// away it is asked every few seconds, at once when somebody presses "Try now" or the network is back.
import { useSyncExternalStore } from 'react';

type Listener = () => void;

/** What the strip shows: whether it is there, and when the server is asked next (ms since 1970). */
interface Outage {
  readonly visible: boolean;
  readonly retryAt: number;
}

const RETRY_MS = 5000;
/** A question without an answer for this long is none: the silence of the event stream (7 s) and the first
 * question together take ten seconds. */
const FIRST_ANSWER_MS = 3000;
/** A slow network is given more time to come back. */
const LATER_ANSWER_MS = 5000;

const listeners = new Set<Listener>();
let outage: Outage = { visible: false, retryAt: 0 };
let polling = false;
let endPause: Listener = () => undefined;

function change(next: Outage): void {
  outage = next;
  for (const listener of listeners) listener();
}

export function setAvailable(next: boolean): void {
  if (next === availability.get()) return;
  change({ visible: !next, retryAt: Date.now() + RETRY_MS });
  if (next) endPause();
  else void poll();
}

async function answersWithin(limit: number): Promise<boolean> {
  try {
    const answer = await fetch('/api/', { cache: 'no-store', signal: AbortSignal.timeout(limit) });
    return answer.status < 500;
  } catch {
    return false;
  }
}

/** Asks until the server answers again, then takes the strip away. */
async function poll(): Promise<void> {
  if (polling) return;
  polling = true;
  while (outage.visible) {
    change({ visible: true, retryAt: Date.now() + RETRY_MS });
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, RETRY_MS);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    if (outage.visible && (await answersWithin(LATER_ANSWER_MS))) setAvailable(true);
  }
  polling = false;
}

export const availability = {
  /** Whether the last attempt reached the server. */
  get: () => !outage.visible,
  subscribe(listener: Listener): Listener {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  /** The server answered, but cannot do its work: the strip comes, and goes when it can again. */
  lost: () => setAvailable(false),
  /** Asks the server now, because something that it kept open has ended. */
  async probe(): Promise<boolean> {
    setAvailable(await answersWithin(FIRST_ANSWER_MS));
    return availability.get();
  },
  /** Does not wait for the next question. */
  tryNow: () => endPause(),
  /** Resolves once the server can be reached. */
  returned(): Promise<void> {
    if (availability.get()) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = availability.subscribe(() => {
        if (!availability.get()) return;
        stop();
        resolve();
      });
    });
  },
};

window.addEventListener('offline', () => availability.lost());
window.addEventListener('online', () => availability.tryNow());

const getOutage = () => outage;

/** For the strip. */
export function useOutage() {
  const { visible, retryAt } = useSyncExternalStore(availability.subscribe, getOutage);
  return { visible, retryAt, onRetry: availability.tryNow };
}
