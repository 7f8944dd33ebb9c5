// SPDX-License-Identifier: AGPL-3.0-or-later

// Cards at the edge of the screen lie over an open dialog, which keeps Tab to itself. With this, Tab goes from the
// dialog’s last control to the cards and from them back to its first, and the other way with Shift; and the focus goes
// back to where it was when its card goes. A stack of cards is marked with `data-cards`: those
// that offer something come before those that only say something.
import { useEffect, useRef } from 'react';

const CARDS = '[data-cards]';
const DIALOG = '[role="dialog"][aria-modal="true"]';
const CONTROLS =
  ':is(a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]):not([tabindex="-1"])';

function controlsIn(...places: readonly Element[]): HTMLElement[] {
  return places
    .flatMap((place) => [...place.querySelectorAll<HTMLElement>(CONTROLS)])
    .filter((one) => one.closest('[hidden], [aria-hidden="true"]') === null);
}

const isNowhere = (element: Element | null) => element === null || element === document.body;

/** Where Tab goes on; undefined where the browser or the dialog knows it. */
function nextOf(event: KeyboardEvent): HTMLElement | undefined {
  const { activeElement: here } = document;
  const isInCards = here !== null && here.closest(CARDS) !== null;
  const dialog = isInCards ? [...document.querySelectorAll(DIALOG)].at(-1) : here?.closest(DIALOG);
  const cards = ['offers', 'says'].flatMap((kind) =>
    controlsIn(...document.querySelectorAll(`[data-cards="${kind}"]`)),
  );
  if (!dialog || cards.length === 0) return undefined;
  // A ring of the dialog's controls and the cards'; of the dialog's own places its trap takes care.
  const own = controlsIn(dialog);
  const ring = [...own, ...cards];
  const at = here === dialog && event.shiftKey ? 0 : ring.findIndex((one) => one === here);
  if (at === -1) return undefined;
  const next = ring.at((at + (event.shiftKey ? -1 : 1)) % ring.length);
  return isInCards || (next && cards.includes(next)) ? next : undefined;
}

/** For what draws a stack of cards, and is drawn when one of them goes. */
export function useReachable(): void {
  /** Where the focus was before it came to a card; null while it is somewhere else. */
  const before = useRef<Element | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented)
        return;
      const next = nextOf(event);
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    const onFocus = ({ target, relatedTarget }: FocusEvent) => {
      const isInCards = target instanceof Element && target.closest(CARDS) !== null;
      if (!isInCards) before.current = null;
      else if (relatedTarget instanceof Element && relatedTarget.closest(CARDS) === null)
        before.current = relatedTarget;
    };
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('focusin', onFocus);
    };
  }, []);
  useEffect(() => {
    const place = before.current;
    if (!(place instanceof HTMLElement) || !isNowhere(document.activeElement)) return;
    before.current = null;
    if (place.isConnected) place.focus({ preventScroll: true });
  });
}
