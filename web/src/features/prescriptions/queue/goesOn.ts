// SPDX-License-Identifier: AGPL-3.0-or-later

/** Whether the next patient opens by itself once one is finished: kept on this device, and on at first. */
import { useSyncExternalStore } from 'react';

const SWITCH = 'salal.goes-on';
const listeners = new Set<() => void>();

export const goesOnSwitch = {
  get: (): boolean => localStorage.getItem(SWITCH) !== 'off',
  set(on: boolean): void {
    localStorage.setItem(SWITCH, on ? 'on' : 'off');
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

export function useGoesOnSwitch(): boolean {
  return useSyncExternalStore(goesOnSwitch.subscribe, goesOnSwitch.get);
}
