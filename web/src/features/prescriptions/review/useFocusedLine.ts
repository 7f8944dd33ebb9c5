// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Whatever gets the focus inside a line makes that line the current one. A line that becomes current
 * shows its keys, and its buttons grow by them: under a pointer that is still pressed nothing may move,
 * or the press would end beside what it began on and do nothing. Then it waits until the press is over.
 */
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

/**
 * `board` holds the rows, each with its line's id in `data-line`; `drawn` tells whether it is there.
 * Answers what to call when the current line moves elsewhere: what waits for the end of a press is
 * forgotten.
 */
export function useFocusedLine(
  board: RefObject<HTMLElement | null>,
  drawn: boolean,
  onLine: (line: string) => void,
): () => void {
  const waiting = useRef<string | null>(null);
  const told = useEffectEvent(onLine);
  useEffect(() => {
    const element = board.current;
    if (!drawn || !element) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    let pressed = false;
    element.addEventListener(
      'pointerdown',
      () => {
        pressed = true;
      },
      { signal },
    );
    const release = () => {
      pressed = false;
      // The click follows in the same turn.
      setTimeout(() => {
        if (waiting.current !== null) told(waiting.current);
        waiting.current = null;
      }, 0);
    };
    window.addEventListener('pointerup', release, { signal });
    window.addEventListener('pointercancel', release, { signal });
    element.addEventListener(
      'focusin',
      (event) => {
        const row = event.target instanceof Element ? event.target.closest('[data-line]') : null;
        const line = row?.getAttribute('data-line');
        if (!line) return;
        if (pressed) waiting.current = line;
        else told(line);
      },
      { signal },
    );
    return () => {
      ended.abort();
    };
  }, [board, drawn]);
  return () => {
    waiting.current = null;
  };
}
