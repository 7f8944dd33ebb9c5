// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Submits the message once per click (idempotency key): the key is kept until
 * there is an answer, and a change to the text makes the next click a new one.
 */
import { useRef, useState } from 'react';

import { newIdempotencyKey } from '../../api/client';
import { useFaults } from '../../ui/forms/faults';

export function useSendMessage() {
  const faults = useFaults();
  const [busy, setBusy] = useState(false);
  const key = useRef<string | null>(null);
  const press = async (send: (key: string) => Promise<unknown>, onSent: () => void) => {
    if (busy) return;
    setBusy(true);
    key.current ??= newIdempotencyKey();
    try {
      await send(key.current);
      key.current = null;
      faults.set([]);
      onSent();
    } catch (failure) {
      faults.fromError(failure);
    } finally {
      setBusy(false);
    }
  };
  return {
    faults,
    busy,
    press,
    changed: (field: string) => {
      key.current = null;
      faults.clear(field);
      faults.clear('');
    },
    /** Nothing is being written any more. */
    drop: () => {
      key.current = null;
      faults.set([]);
    },
  };
}
