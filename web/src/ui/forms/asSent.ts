// SPDX-License-Identifier: AGPL-3.0-or-later

// Whether a form still says what it sent: only then may it go by itself once that is seen to be done though its answer
// was lost. What was typed since is not what was recorded, and whoever typed it is asked before it goes.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { isUnanswered } from '../feedback/failureText';

export interface AsSent {
  /** What is typed is being sent. */
  readonly sends: () => void;
  /** Whether nothing was typed since. */
  readonly isAsSent: () => boolean;
}

export function useAsSent(typed: unknown): AsSent {
  const now = useRef('');
  const sent = useRef('');
  useLayoutEffect(() => {
    now.current = JSON.stringify(typed) ?? '';
  });
  const [own] = useState<AsSent>(() => ({
    sends: () => {
      sent.current = now.current;
    },
    isAsSent: () => sent.current === now.current,
  }));
  return own;
}

interface Act<Newest> {
  /** What is typed for it. */
  readonly typed?: unknown;
  /** What is on screen now, in which it can be seen to be done. */
  readonly newest: Newest;
  /** It is seen to be done, and nothing was typed since. */
  readonly onDone: (newest: Newest) => void;
}

export interface SeenDone<Newest> {
  /** It is being sent. `isDone` tells whether it was done as it is sent now, and by oneself. */
  readonly sends: (isDone: (newest: Newest) => boolean) => void;
  /** It failed. Of what was not answered it is looked for from now on. */
  readonly failed: (failure: unknown) => void;
}

/** Ends what was sent once it is seen to be done though its answer was lost. */
export function useSeenDone<Newest>({ typed, newest, onDone }: Act<Newest>): SeenDone<Newest> {
  const asSent = useAsSent(typed);
  const sent = useRef<((newest: Newest) => boolean) | null>(null);
  const [lost, setLost] = useState<{ readonly isDone: (newest: Newest) => boolean } | null>(null);
  const isSeen = lost?.isDone(newest) ?? false;
  const end = useEffectEvent(() => {
    if (sent.current === null || !asSent.isAsSent()) return;
    // Once for each press.
    sent.current = null;
    onDone(newest);
  });
  useEffect(() => {
    if (isSeen) end();
  }, [isSeen]);
  const [own] = useState<SeenDone<Newest>>(() => ({
    sends: (isDone) => {
      asSent.sends();
      sent.current = isDone;
      setLost(null);
    },
    failed: (failure) => {
      const { current: isDone } = sent;
      setLost(isDone !== null && isUnanswered(failure) ? { isDone } : null);
    },
  }));
  return own;
}
