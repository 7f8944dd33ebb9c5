// SPDX-License-Identifier: AGPL-3.0-or-later

// A history of addresses that a test walks through by itself.
import type { History } from '../ui/links/router';

export interface MemoryHistory extends History {
  readonly back: () => void;
  readonly forward: () => void;
}

export function memoryHistory(address: string): MemoryHistory {
  const entries = [{ href: address, key: 'first', at: 0 }];
  const listeners = new Set<() => void>();
  let at = 0;
  const go = (by: number) => {
    at = Math.min(Math.max(at + by, 0), entries.length - 1);
    for (const listener of listeners) listener();
  };
  return {
    read: () => entries[at] ?? { href: address, key: undefined, at: undefined },
    go,
    write(href, key, place, replace) {
      if (!replace) at += 1;
      entries.splice(at, replace ? 1 : entries.length, { href, key, at: place });
    },
    onTravel(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    back: () => go(-1),
    forward: () => go(1),
  };
}
