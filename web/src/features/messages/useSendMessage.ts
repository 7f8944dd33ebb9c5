// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Submits the message once per click (idempotency key): the key is kept until
 * there is an answer, and a change to the text makes the next click a new one.
 */
import { useState } from 'react';
import { newIdempotencyKey } from '../../api/client';
import { useCommand } from '../../api/useCommand';
import type { Faults } from '../../ui/forms/faults';

/** `faults` are those of the form. */
export function useSendMessage(faults: Faults) {
  const { busy, run, changed } = useCommand();
  const [letter, setLetter] = useState(newIdempotencyKey);
  return {
    busy,
    press: (send: (key: string, letter: string) => Promise<unknown>, onSent: () => void) =>
      run(async (key) => {
        await send(key, letter);
        faults.set([]);
        onSent();
      }, faults.fromError),
    changed: (field: string) => {
      changed();
      faults.clear(field);
      faults.clear('');
    },
    /** Nothing is being written any more. */
    drop: () => {
      changed();
      setLetter(newIdempotencyKey());
      faults.set([]);
    },
  };
}
