// SPDX-License-Identifier: AGPL-3.0-or-later

// One change of an account: the key of its press, whether it is at work, and what to do when somebody
// else was quicker: the newest is shown, with what was typed kept. Where its answer was lost, it is done as
// soon as the account's history has it as one's own.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../../api/failures';
import type { StaffAccount, StaffAccountDetail } from '../../../api/generated/schema';
import { refresh } from '../../../api/refresh';
import { useMe } from '../../../api/session';
import { useCommand } from '../../../api/useCommand';
import { toastFailure } from '../../../ui/feedback/toastFailure';
import { toast } from '../../../ui/feedback/toasts';
import { useSeenDone } from '../../../ui/forms/asSent';
import { staffAccount } from './queries';

interface Act {
  /** What is changed, and to what. */
  readonly sends: unknown;
  /** What the history calls it. */
  readonly what: StaffAccountDetail['history'][number]['what'];
  /** Whether the account says what is sent. */
  readonly isSaid?: (newest: StaffAccount) => boolean;
  /** Said when it is done. */
  readonly words: string;
  readonly work: (key: string) => Promise<unknown>;
  readonly onDone?: () => void;
  /** Told of every failure. */
  readonly onFailed?: (failure: unknown) => void;
  /** Shows what the server has against what was typed. */
  readonly onRefused?: (failure: ApiError) => void;
}

interface Changing {
  readonly busy: boolean;
  /** Somebody else changed the account meanwhile: the newest is on screen now. */
  readonly stale: boolean;
  readonly run: (act: Act) => Promise<void>;
}

interface Options {
  /** What is typed or chosen for it. */
  readonly typed?: unknown;
  /** Whether the card says by itself that somebody else was quicker. */
  readonly tellsStale?: boolean;
}

export function useChange(account: StaffAccount, { typed, tellsStale = false }: Options = {}): Changing {
  const client = useQueryClient();
  const me = useMe().Person._id;
  const command = useCommand();
  const { busy } = command;
  const [stale, setStale] = useState(false);
  // The page asks for it.
  const detail = useQuery({ ...staffAccount(account._id), enabled: false }).data;
  const sent = useRef<Act | null>(null);
  const end = () => {
    setStale(false);
    if (sent.current === null) return;
    toast.success(sent.current.words);
    sent.current.onDone?.();
  };
  const seen = useSeenDone({ typed, newest: detail, onDone: end });
  const run: Changing['run'] = async (act) => {
    if (busy) return;
    sent.current = act;
    const before = new Set(detail?.history.map(({ _id }) => _id));
    seen.sends(
      (newest) =>
        detail !== undefined &&
        newest?.history.some(
          ({ _id, by, what }) => !before.has(_id) && by._id === me && what === act.what,
        ) === true &&
        (act.isSaid?.(newest.account) ?? true),
    );
    await command.run(
      async (key) => {
        await act.work(key);
        end();
        await refresh(client, 'person');
      },
      async (failure) => {
        seen.failed(failure);
        act.onFailed?.(failure);
        const isStale = failure instanceof ApiError && failure.code === 'STALE_VERSION';
        if (isStale) setStale(true);
        if (failure instanceof ApiError && failure.status === 422 && act.onRefused) act.onRefused(failure);
        else if (!(isStale && tellsStale)) toastFailure(failure, account);
        await refresh(client, 'person');
      },
      act.sends,
    );
  };
  return { busy, stale, run };
}
