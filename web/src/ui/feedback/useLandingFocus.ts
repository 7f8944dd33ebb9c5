// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * A button that asks again goes when the answer comes, and the focus with it: whoever pressed it by key would begin at
 * the top of the document. It lands at the heading of the part that was asked for, or else at the page's content.
 */
import { type MouseEvent, useEffect, useRef } from 'react';

const PARTS = '[role="dialog"], section, aside, article';

/** Gives what the button does besides its act when it is pressed. */
export function useLandingFocus(): (press: MouseEvent<HTMLElement>) => void {
  const pressedIn = useRef<readonly Element[] | null>(null);
  useEffect(
    () => () => {
      const parts = pressedIn.current;
      // Whatever stands there now may have placed the focus itself by then.
      if (parts !== null) setTimeout(() => land(parts), 0);
    },
    [],
  );
  return ({ currentTarget }) => {
    const parts: Element[] = [];
    for (let at = currentTarget.closest(PARTS); at; at = at.parentElement?.closest(PARTS) ?? null)
      parts.push(at);
    pressedIn.current = parts;
  };
}

function land(parts: readonly Element[]): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  const headings = parts.filter((part) => part.isConnected).map((part) => part.querySelector('h1, h2, h3'));
  const places = [...headings, document.querySelector('main'), document.querySelector('h1')];
  const place = places.find((one) => one instanceof HTMLElement);
  if (!(place instanceof HTMLElement)) return;
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}
