// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Ctrl or Cmd with Enter, from anywhere in the dialog that an element belongs to. It does nothing while another dialog
 * stands in front: the keys belong to its question, whoever opened it.
 */
import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Whether a dialog stands in front of the element. */
function isBehind(element: Element | null): boolean {
  const front = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1);
  return front !== undefined && !front.contains(element);
}

/** Listens while the caller is on screen; a key that is held sends once. */
export function useSendKey(owner: RefObject<Element | null>, send: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    if (isBehind(owner.current)) return;
    event.preventDefault();
    if (!event.repeat) send();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      press(event);
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, []);
}
