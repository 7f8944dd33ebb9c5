// SPDX-License-Identifier: AGPL-3.0-or-later

// Whether a form still says what it sent: only then may it go by itself once that is seen to be done though its answer
// was lost. What was typed since is not what was recorded, and whoever typed it is asked before it goes.
import { useLayoutEffect, useRef, useState } from 'react';

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
