// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Single-letter shortcuts. They are off while somebody types, while
 * a dialog is open, while a modifier is held, and when the user switched them
 * off (WCAG 2.1.4). What a key does is the caller's business.
 */
import { useEffect, useEffectEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { deviceSwitch, useDeviceSwitch } from '../deviceSwitch';
import { isChord } from './chord';

/** From the key as the browser names it to what it does. */
type KeyBindings = Readonly<Record<string, () => void>>;

const WALKS: ReadonlySet<string> = new Set(['j', 'k', 'ArrowDown', 'ArrowUp']);
/** Keys that decide a line or take a decision back, and go on to the next. */
const DECIDES: ReadonlySet<string> = new Set(['a', 'u']);
/** Nobody reads a line in this time: the same key again within it is a finger that bounced. */
const BOUNCE_MS = 250;

/** Whether single keys are on. */
export const shortcutsSwitch = deviceSwitch('salal.shortcuts');

/** Whether the key goes to a control that wants it for itself. */
function isTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement) {
    const letters = !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
    return letters || key === 'Enter';
  }
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return key === 'Enter' && target.closest('a, button, [role="button"], summary') !== null;
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

/** Listens while the caller is on screen. The bindings may change with every draw. */
export function useSingleKeys(bindings: KeyBindings): void {
  const on = useDeviceSwitch(shortcutsSwitch);
  const last = useRef({ key: '', at: Number.NEGATIVE_INFINITY });
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = Object.hasOwn(bindings, event.key) ? bindings[event.key] : undefined;
    if (!act) return;
    event.preventDefault();
    // A key that is held walks, and does nothing else twice: the next line was not looked at.
    if (event.repeat && !WALKS.has(event.key)) return;
    const isAgain = event.key === last.current.key && event.timeStamp - last.current.at < BOUNCE_MS;
    last.current = { key: event.key, at: event.timeStamp };
    if (isAgain && DECIDES.has(event.key)) return;
    act();
  });
  useEffect(() => {
    if (!on) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isChord(event)) return;
      if (isTaken(event.target, event.key) || isDialogOpen()) return;
      press(event);
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, [on]);
}

/** So long at most: a page that does not come must not swallow keys. */
const HOLD_MS = 10_000;
/** Keys that are of no page: never held. */
const ANYWHERE: ReadonlySet<string> = new Set(['/', '?']);

let held: { readonly keys: string[]; readonly forgets: boolean; readonly end: () => void } | null = null;

/**
 * Keeps the single keys that are typed from now on for the page that is on its way, so that none acts on
 * the page that is being left. `by` is the key that asked for it: pressed twice it goes no further; null when
 * nobody asked, and then no key is for a page that was not waited for. Ends with `useHeldKeys` of the next
 * page, with `dropKeys`, or by itself.
 */
export function holdKeys(by: string | null): void {
  dropKeys();
  if (!shortcutsSwitch.get()) return;
  const keys: string[] = [];
  const keep = (event: KeyboardEvent) => {
    if (isChord(event) || event.key.length !== 1) return;
    if (ANYWHERE.has(event.key) || isTaken(event.target, event.key) || isDialogOpen()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!event.repeat && event.key !== by) keys.push(event.key);
  };
  const timer = setTimeout(dropKeys, HOLD_MS);
  document.addEventListener('keydown', keep, { capture: true });
  held = {
    keys,
    forgets: by === null,
    end: () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', keep, { capture: true });
    },
  };
}

/** Nothing comes: what was typed meanwhile is forgotten. */
export function dropKeys(): void {
  held?.end();
  held = null;
}

/** On the page that was waited for: `arrive` puts the focus where it begins, then the held keys are pressed. */
export function useHeldKeys(arrive: () => void): void {
  const begin = useEffectEvent(arrive);
  useEffect(() => {
    if (held === null) return undefined;
    const { keys, forgets } = held;
    // Not inside the effect: each key sees what the one before it did.
    const timer = setTimeout(() => {
      dropKeys();
      if (forgets) return;
      flushSync(() => begin());
      for (const key of keys)
        flushSync(() => document.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true })));
    }, 0);
    return () => clearTimeout(timer);
  }, []);
}
