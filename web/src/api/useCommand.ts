// SPDX-License-Identifier: AGPL-3.0-or-later

// A command that a person presses: one at a time, and under one key until it succeeded, what it sends changed, or
// something else was done since. A press after a lost answer is then the same command, and nothing is done twice. What a failure
// means is the caller's business.
import { useCallback, useRef, useState } from 'react';
import { newIdempotencyKey } from './client';
import { ApiError } from './failures';
import { actsDone } from './unanswered';

export interface Command {
  readonly busy: boolean;
  /**
   * Does the work, unless it is being done; `failed` is told why it was not, and belongs to it. `sends` is what
   * the work sends and to what, for a hook that serves several buttons or a form that does not call `changed`.
   */
  readonly run: (
    work: (key: string) => Promise<unknown>,
    failed: (failure: unknown) => unknown,
    sends?: unknown,
  ) => Promise<void>;
  /** What would be sent is another: the next press is a new command. */
  readonly changed: () => void;
}

export function useCommand(): Command {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const key = useRef<string | null>(null);
  const changed = useCallback(() => {
    key.current = null;
  }, []);
  const sent = useRef('');
  const since = useRef(0);
  const run: Command['run'] = async (work, failed, sends = '') => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    const now = JSON.stringify(sends);
    if (now !== sent.current || actsDone() !== since.current) key.current = null;
    sent.current = now;
    key.current ??= newIdempotencyKey();
    try {
      await work(key.current);
      key.current = null;
    } catch (failure) {
      // The press before was done although its answer was lost, and this one sends something else, or comes after it.
      if (failure instanceof ApiError && (failure.code === 'KEY_REUSED' || failure.code === 'DONE_BEFORE'))
        key.current = null;
      await failed(failure);
    } finally {
      running.current = false;
      since.current = actsDone();
      setBusy(false);
    }
  };
  return { busy, run, changed };
}
