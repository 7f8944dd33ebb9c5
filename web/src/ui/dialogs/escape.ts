// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Escape, for dialogs and drawers: one press is for one of them, the one that was opened last. Were each to listen for
 * itself, a question that the press opens would hear the same press and close again, and the dialog under a question
 * would close with it: a browser draws between two listeners of one event.
 */
import { useEffectEvent, useLayoutEffect } from 'react';

/** Those that are open, in the order in which they were opened. */
const opened: (() => void)[] = [];

function listen({ key, isComposing, target }: KeyboardEvent): void {
  if (key !== 'Escape' || isComposing) return;
  // A list that is open in the dialog closes first.
  if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return;
  opened.at(-1)?.();
}

/** What Escape does while it is open and nothing was opened over it. Instead of Mantine's `closeOnEscape`. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const press = useEffectEvent(close);
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const own = () => press();
    if (opened.length === 0) window.addEventListener('keydown', listen, { capture: true });
    opened.push(own);
    return () => {
      opened.splice(opened.indexOf(own), 1);
      if (opened.length === 0) window.removeEventListener('keydown', listen, { capture: true });
    };
  }, [isOpen]);
}
