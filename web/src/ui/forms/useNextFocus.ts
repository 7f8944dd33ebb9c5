// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What was pressed may go as it is answered, and the focus with it: whoever pressed it by key would begin at the top of
 * the document. A press says where it goes on: to the next row, or to the box that stands there instead.
 */
import { useLayoutEffect, useRef } from 'react';

type Place = () => HTMLElement | null | undefined;

/** `state` is what is another once the press was answered; the focus moves then, if it is nowhere. */
export function useNextFocus(state: string | number | boolean): (place: Place) => void {
  const next = useRef<Place | null>(null);
  const before = useRef(state);
  useLayoutEffect(() => {
    if (before.current === state) return;
    before.current = state;
    const place = next.current;
    next.current = null;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) place?.()?.focus();
  });
  return (place) => {
    next.current = place;
  };
}

/** The one at this place among those that are left, or else the last. */
export function rowAt(rows: Element | null, selector: string, at: number): HTMLElement | undefined {
  const all = [...(rows?.querySelectorAll<HTMLElement>(selector) ?? [])];
  return all[at] ?? all.at(-1);
}
