// SPDX-License-Identifier: AGPL-3.0-or-later

/** A switch of this device: on until somebody turns it off here. Every screen that shows it follows at once. */
import { useSyncExternalStore } from 'react';

export interface DeviceSwitch {
  readonly get: () => boolean;
  readonly set: (on: boolean) => void;
  /** Answers how to stop listening. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** `name` is what the device keeps it under, and must not change. */
export function deviceSwitch(name: string): DeviceSwitch {
  const listeners = new Set<() => void>();
  return {
    get: () => localStorage.getItem(name) !== 'off',
    set(on) {
      localStorage.setItem(name, on ? 'on' : 'off');
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

export function useDeviceSwitch({ subscribe, get }: DeviceSwitch): boolean {
  return useSyncExternalStore(subscribe, get);
}
