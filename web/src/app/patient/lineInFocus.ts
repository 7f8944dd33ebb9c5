// SPDX-License-Identifier: AGPL-3.0-or-later

// The line in focus, for what stands beside it. Only that is drawn again with a key that goes to another line, not
// the page around it; and after the paint that shows the key's own work.
import { useSyncExternalStore } from 'react';

import type { MedicationView } from '../../api/generated/schema';

type Line = MedicationView | undefined;

export interface LineInFocus {
  readonly set: (line: Line) => void;
  readonly get: () => Line;
  readonly subscribe: (listener: () => void) => () => void;
}

export function lineInFocus(): LineInFocus {
  let line: Line;
  let isDue = false;
  const listeners = new Set<() => void>();
  const tell = () => {
    isDue = false;
    for (const listener of listeners) listener();
  };
  return {
    set(to) {
      if (to === line) return;
      line = to;
      if (isDue) return;
      isDue = true;
      requestAnimationFrame(() => setTimeout(tell, 0));
    },
    get: () => line,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useLineInFocus({ subscribe, get }: LineInFocus): Line {
  return useSyncExternalStore(subscribe, get);
}
