// SPDX-License-Identifier: AGPL-3.0-or-later

// One change of an account: the key of its press, whether it is at work, and what to do when somebody
// else was quicker: the newest is shown, with what was typed kept.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../api/failures';
import type { StaffAccount } from '../../../api/generated/schema';
import { refresh } from '../../../api/refresh';
import { useCommand } from '../../../api/useCommand';
import { toastFailure } from '../../../ui/feedback/toastFailure';
import { toast } from '../../../ui/feedback/toasts';

interface Changing {
  readonly busy: boolean;
  /** Somebody else changed the account meanwhile: the newest is on screen now. */
  readonly stale: boolean;
  /** `sends` is what is changed, and to what; `words` are said when it is done. */
  readonly run: (
    sends: unknown,
    words: string,
    work: (key: string) => Promise<unknown>,
    refused?: (failure: ApiError) => void,
  ) => Promise<boolean>;
}

export function useChange(account: StaffAccount): Changing {
  const client = useQueryClient();
  const command = useCommand();
  const { busy } = command;
  const [stale, setStale] = useState(false);
  const run: Changing['run'] = async (sends, words, work, refused) => {
    if (busy) return false;
    let done = false;
    await command.run(
      async (key) => {
        await work(key);
        done = true;
        setStale(false);
        toast.success(words);
        await refresh(client, 'person');
      },
      async (failure) => {
        if (failure instanceof ApiError && failure.code === 'STALE_VERSION') setStale(true);
        else if (failure instanceof ApiError && failure.status === 422 && refused) refused(failure);
        else toastFailure(failure, account);
        await refresh(client, 'person');
      },
      sends,
    );
    return done;
  };
  return { busy, stale, run };
}
