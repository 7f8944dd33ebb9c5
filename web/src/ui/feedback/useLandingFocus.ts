// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * A button that asks again goes while it is asked, and the focus with it: whoever pressed it by key would begin at the
 * top of the document. It lands at the heading of the part that was asked for, or else at the page's content, and
 * stays there when the answer comes. When it failed again it goes on to the new button, for another try.
 */
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';

const PARTS = '[role="dialog"], section, aside, article';

interface Landing {
  /** Where the focus is kept; null until it is put there. */
  readonly place: HTMLElement | null;
  /** The part that was asked for. */
  readonly part: Element;
}

/** Of the last button that was pressed and went. Over as soon as the focus goes anywhere else. */
let landing: Landing | null = null;

interface LandingFocus {
  readonly ref: RefObject<HTMLButtonElement | null>;
  /** What the button does besides its act when it is pressed. */
  readonly land: (press: MouseEvent<HTMLElement>) => void;
}

export function useLandingFocus(): LandingFocus {
  const ref = useRef<HTMLButtonElement>(null);
  const pressedIn = useRef<readonly Element[] | null>(null);
  useEffect(() => {
    const button = ref.current;
    if (button !== null && landing?.part.contains(button) === true && isFocusAt(landing.place))
      button.focus({ preventScroll: true });
    return () => {
      const parts = pressedIn.current;
      if (parts === null) return;
      landing = { place: null, part: document.body };
      document.addEventListener('focusin', endElsewhere);
      // Whatever stands there now may have placed the focus itself by then.
      setTimeout(() => putDown(parts), 0);
    };
  }, []);
  const land = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const parts: Element[] = [];
    for (let at = currentTarget.closest(PARTS); at; at = at.parentElement?.closest(PARTS) ?? null)
      parts.push(at);
    pressedIn.current = parts;
  };
  return { ref, land };
}

/** Whether the focus is at `place`, or nowhere where that is gone. */
function isFocusAt(place: HTMLElement | null): boolean {
  const { activeElement } = document;
  return place?.isConnected === true
    ? activeElement === place
    : activeElement === null || activeElement === document.body;
}

function endElsewhere({ target }: FocusEvent): void {
  if (target === landing?.place) return;
  landing = null;
  document.removeEventListener('focusin', endElsewhere);
}

function putDown(parts: readonly Element[]): void {
  landing = null;
  if (!isFocusAt(null)) return;
  const main = document.querySelector('main');
  const rest = { part: main ?? document.body };
  const places = [
    ...parts
      .filter((part) => part.isConnected)
      .map((part) => ({ part, place: part.querySelector('h1, h2, h3') })),
    { ...rest, place: main },
    { ...rest, place: document.querySelector('h1') },
  ];
  for (const { part, place } of places) {
    if (!(place instanceof HTMLElement)) continue;
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
    landing = { place, part };
    place.focus({ preventScroll: true });
    return;
  }
}
