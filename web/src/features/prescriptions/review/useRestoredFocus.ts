// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The focus of the review never falls to the page: what had it may be drawn
 * elsewhere (a card that moves down the list once it was faxed) or be gone (a
 * button that did its work). Whoever then presses a key stands nowhere.
 */
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** `fallback` finds where the focus goes when what had it is no longer there. */
export function useRestoredFocus(
  board: RefObject<HTMLElement | null>,
  fallback: () => HTMLElement | null,
): void {
  const had = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    document.addEventListener(
      'focusin',
      (event) => {
        const { target } = event;
        had.current = target instanceof HTMLElement && board.current?.contains(target) ? target : null;
      },
      { signal },
    );
    // A press beside everything is meant to leave.
    document.addEventListener(
      'pointerdown',
      () => {
        had.current = null;
      },
      { signal, capture: true },
    );
    return () => {
      ended.abort();
    };
  }, [board]);
  // After every draw: the place may have been lost in it.
  useLayoutEffect(() => {
    const before = had.current;
    if (before === null || document.activeElement !== document.body) return;
    if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
    const to = before.isConnected ? before : fallback();
    to?.focus({ preventScroll: true });
  });
}
