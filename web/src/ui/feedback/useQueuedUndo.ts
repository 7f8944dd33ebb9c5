// SPDX-License-Identifier: AGPL-3.0-or-later

// The undo of a fax that was queued here. It is offered when the page shows that the fax waits, whether
// that was told by the answer or, when the answer was lost, by what was read since.
import { useEffect, useEffectEvent, useRef } from 'react';
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
}

/** `shown` is the newest fax on screen. Call `pressed` before the fax is asked for, `answered` with the answer's. */
export function useQueuedUndo(shown: Queued | null, { text, seconds, undo }: What) {
  const press = useRef<{ before: string | undefined; at: number } | null>(null);
  const answered = (fax: Queued | null) => {
    const since = press.current;
    if (!since || !fax || fax._id === since.before || fax.state !== 'queued') return;
    press.current = null;
    const gone = Math.round((Date.now() - since.at) / 1000);
    offerUndo({ text, seconds: seconds - gone, undo: () => undo(fax._id) });
  };
  const onShown = useEffectEvent(answered);
  useEffect(() => {
    onShown(shown);
  }, [shown]);
  return {
    pressed: () => {
      press.current = { before: shown?._id, at: Date.now() };
    },
    answered,
  };
}
