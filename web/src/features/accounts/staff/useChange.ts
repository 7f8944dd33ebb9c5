// SPDX-License-Identifier: AGPL-3.0-or-later

// One change of an account: the key of its press, whether it is at work, and what to do when somebody
// else was quicker: the newest is shown, with what was typed kept.
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../api/client';
import { ApiError, ApiUnavailable } from '../../../api/failures';
import { refresh } from '../../../api/refresh';
import { toast } from '../../../ui/feedback/toasts';

interface Changing {
  readonly busy: boolean;
  /** Somebody else changed the account meanwhile: the newest is on screen now. */
  readonly stale: boolean;
  readonly run: (
    words: string,
    work: (key: string) => Promise<unknown>,
    refused?: (failure: ApiError) => void,
  ) => Promise<boolean>;
}

export function useChange(): Changing {
  const client = useQueryClient();
  const key = useRef<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [stale, setStale] = useState(false);
  const run: Changing['run'] = async (words, work, refused) => {
    if (busy) return false;
    key.current ??= newIdempotencyKey();
    setBusy(true);
    try {
      await work(key.current);
      key.current = null;
      setStale(false);
      toast.success(words);
      return true;
    } catch (failure) {
      if (!(failure instanceof ApiUnavailable)) key.current = null;
      if (failure instanceof ApiError && failure.code === 'STALE_VERSION') setStale(true);
      else if (failure instanceof ApiError && failure.status === 422 && refused) refused(failure);
      else toast.error(`Error - ${failure instanceof Error ? failure.message : 'undefined system error'}`);
      return false;
    } finally {
      await refresh(client, 'person');
      setBusy(false);
    }
  };
  return { busy, stale, run };
}
