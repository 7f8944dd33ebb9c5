// SPDX-License-Identifier: AGPL-3.0-or-later

// One click that changes something: its key, whether it is at work, and what to say when it failed.
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { newIdempotencyKey } from '../../api/client';
import { refresh } from '../../api/refresh';
import { toast } from '../../ui/feedback/toasts';

export function useAction() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  /** Runs `work` once at a time; everything of billing on screen is asked for again afterwards. */
  const act = async (work: (key: string) => Promise<void>, failed?: (failure: unknown) => void) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await work(newIdempotencyKey());
    } catch (failure) {
      if (failed) failed(failure);
      else toast.error(`Error - ${failure instanceof Error ? failure.message : 'undefined system error'}`);
    } finally {
      running.current = false;
      setBusy(false);
      await refresh(client, 'bill');
    }
  };
  return { busy, act };
}
