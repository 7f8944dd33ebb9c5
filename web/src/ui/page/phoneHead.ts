// SPDX-License-Identifier: AGPL-3.0-or-later

// What a patient's phone says at its very top on a page that belongs to a list: an arrow back to the list and the short
// name of what is open, where other pages have the product's name. The page says it, the shell draws it.
import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { Address } from '../links/paths';

export interface PhoneHead {
  /** Short: a number, a word. No name of a person. */
  readonly text: string;
  readonly back: { readonly text: string; readonly href: Address };
}

let current: PhoneHead | null = null;
const listeners = new Set<() => void>();

function set(head: PhoneHead | null): void {
  current = head;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The head of the page on screen; null where it has none. */
export function usePhoneHead(): PhoneHead | null {
  return useSyncExternalStore(listen, () => current);
}

/** Gives the page on screen its head, before it is painted. */
export function useOwnPhoneHead(
  text: string | undefined,
  backText: string | undefined,
  href: Address | undefined,
): void {
  useLayoutEffect(() => {
    if (text === undefined || backText === undefined || href === undefined) return undefined;
    const own: PhoneHead = { text, back: { text: backText, href } };
    set(own);
    return () => {
      if (current === own) set(null);
    };
  }, [text, backText, href]);
}
