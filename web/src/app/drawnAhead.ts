// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The page that the build drew into a document (scripts/prerender.ts), which stands until the app's own does. It is the
 * same page: what was typed in it, its focus and a form that was sent go on in the app's.
 */
import { nextTask } from '../ui/nextTask';

declare global {
  interface Window {
    /** The sheets of a document that did not wait for them (public/first.js). */
    salalSheets?: Promise<void>;
  }
}

const drawn = () => document.getElementById('drawn');

export function isDrawnAhead(): boolean {
  return drawn() !== null;
}

const controls = (of: Element) => [...of.querySelectorAll<HTMLElement>('a[href], button, input')];

/** Where the words are marked or the next one goes; null where a browser says nothing of it. */
function selection(of: HTMLElement): readonly [number, number] | null {
  if (!(of instanceof HTMLInputElement) || of.selectionStart === null) return null;
  return [of.selectionStart, of.selectionEnd ?? of.selectionStart];
}

function takeWords(from: HTMLElement, to: HTMLElement): void {
  if (!(from instanceof HTMLInputElement && to instanceof HTMLInputElement)) return;
  if (from.value === '' || to.value !== '') return;
  to.value = from.value;
  to.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Puts the app's page, once it is drawn, in the place of the one that was drawn ahead, if there is one. */
export async function giveWay(): Promise<void> {
  // What is inside a frame that stands already is drawn after who asked for it has said that it stands.
  await Promise.resolve();
  const ahead = drawn();
  const root = document.getElementById('root');
  if (!ahead || !root) return;
  const given = controls(ahead);
  const own = controls(root);
  const pairs = given.length === own.length ? given.map((from, at) => [from, own[at] ?? from] as const) : [];
  const focused = pairs.find(([from]) => from === document.activeElement);
  const marked = focused && selection(focused[0]);
  // In one task: no key is pressed between the one and the other.
  ahead.remove();
  focused?.[1].focus();
  for (const [from, to] of pairs) takeWords(from, to);
  if (marked && focused?.[1] instanceof HTMLInputElement) focused[1].setSelectionRange(...marked);
  if (pairs.length === 0 || ahead.dataset['pressed'] === undefined) return;
  await nextTask();
  root.querySelector('form')?.requestSubmit();
}
