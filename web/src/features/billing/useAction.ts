// SPDX-License-Identifier: AGPL-3.0-or-later

// One click that changes something: its key, whether it is at work, and what to say when it failed. A
// repeat of a click that was not answered has the key of that click, so that nothing is done twice.
import { useQueryClient } from '@tanstack/react-query';
import { refresh } from '../../api/refresh';
import { useCommand } from '../../api/useCommand';
import { toastFailure } from '../../ui/feedback/toastFailure';

export function useAction() {
  const client = useQueryClient();
  const { busy, run } = useCommand();
  /**
   * Runs `work` once at a time; everything of billing on screen is asked for again afterwards. `sends` is what
   * the work sends and to what: the same hook serves several buttons of a page, and another thing is another
   * click.
   */
  const act = async (
    sends: unknown,
    work: (key: string) => Promise<void>,
    failed?: (failure: unknown) => void,
  ) => {
    if (busy) return;
    await run(work, failed ?? ((failure) => toastFailure(failure)), sends);
    await refresh(client, 'bill');
  };
  return { busy, act };
}
