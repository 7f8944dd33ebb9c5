// SPDX-License-Identifier: AGPL-3.0-or-later

// The undo of a fax that was queued here. It is offered when the page shows that the fax waits, whether
// that was told by the answer or, when the answer was lost, by what was read since. That it is in progress is said from
// the press on, and no longer than it is true: not after a refusal, after a call that was not answered, or an undo.
import { useEffect, useEffectEvent, useRef } from 'react';
import { toast } from './toasts';
import { offerUndo } from './UndoToast';

interface Queued {
  readonly _id: string;
  readonly state: string;
}

interface What {
  /** What is about to leave: "Fax of P-20418 to Cedar Pharmacy". */
  readonly text: string;
  /** How long it waits after the press. */
  readonly seconds: number;
  readonly undo: (id: string) => Promise<void>;
  /** What is said at the press. */
  readonly saying: string;
}

/** `shown` is the newest fax on screen. The call that asks for the fax goes through `ask`, `answered` is told its fax. */
export function useQueuedUndo(shown: Queued | null, { text, seconds, undo, saying }: What) {
  const press = useRef<{ before: string | undefined; at: number; said: number } | null>(null);
  const answered = (fax: Queued | null) => {
    const since = press.current;
    if (!since || !fax || fax._id === since.before || fax.state !== 'queued') return;
    press.current = null;
    const gone = (Date.now() - since.at) / 1000;
    offerUndo({ text, seconds, gone, undo: () => undo(fax._id), said: since.said });
  };
  const onShown = useEffectEvent(answered);
  useEffect(() => {
    onShown(shown);
  }, [shown]);
  return {
    ask: async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
      const said = toast.info(saying);
      press.current = { before: shown?._id, at: Date.now(), said };
      try {
        return await call();
      } catch (failure) {
        toast.close(said);
        throw failure;
      }
    },
    answered,
  };
}
