// SPDX-License-Identifier: AGPL-3.0-or-later

// One click that changes something: its key, whether it is at work, and what to say when it failed.
import { useQueryClient } from '@tanstack/react-query';
import { refresh } from '../../api/refresh';
import { useCommand } from '../../api/useCommand';
import { failureText } from '../../ui/feedback/failureText';
import { toast } from '../../ui/feedback/toasts';

export function useAction() {
  const client = useQueryClient();
  const { busy, run, changed } = useCommand();
  /** Runs `work` once at a time; everything of billing on screen is asked for again afterwards. */
  const act = async (work: (key: string) => Promise<void>, failed?: (failure: unknown) => void) => {
    if (busy) return;
    // The same hook serves several buttons of a page: each click is its own.
    changed();
    await run(work, failed ?? ((failure) => toast.error(failureText(failure))));
    await refresh(client, 'bill');
  };
  return { busy, act };
}
