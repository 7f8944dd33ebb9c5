// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The shortcuts of what is on screen: each part of a page says which it has
 * while it is drawn. "?" lists them all, the command palette offers those that
 * do something by themselves, and a single key of theirs is bound here.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react';

import type { Shortcut } from './ShortcutHints';
import { useSingleKeys } from './useSingleKeys';

/** With `run` it is bound to its key (one that is a single letter or sign) and offered in the palette. */
export interface ShortcutAction extends Shortcut {
  readonly run?: () => void;
  /** False: bound and listed, and of no use in the palette (it needs a line or row in focus). */
  readonly inPalette?: boolean;
}

export interface ShortcutGroup {
  readonly title: string;
  readonly acts: readonly ShortcutAction[];
}

let groups: readonly ShortcutGroup[] = [];
const listeners = new Set<() => void>();

function change(next: readonly ShortcutGroup[]): void {
  groups = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** What is on screen now, in the order in which it was drawn. */
export function useShortcutGroups(): readonly ShortcutGroup[] {
  return useSyncExternalStore(subscribe, () => groups);
}

/**
 * Says and binds the shortcuts of a part of the page, as long as it is on
 * screen. The list may be made again with every draw: what it does is always
 * the newest, what it says is told on when its words change.
 */
export function useShortcuts(title: string, acts: readonly ShortcutAction[]): void {
  const newest = useRef(acts);
  useEffect(() => {
    newest.current = acts;
  });
  const words = JSON.stringify(
    acts.map(({ keys, does, run: runs, inPalette = true }) => ({
      keys,
      does,
      runs: Boolean(runs),
      inPalette,
    })),
  );
  useEffect(() => {
    const said: readonly { keys: string[]; does: string; runs: boolean; inPalette: boolean }[] =
      JSON.parse(words);
    const group: ShortcutGroup = {
      title,
      acts: said.map(({ keys, does, runs, inPalette }, at) => ({
        keys,
        does,
        inPalette,
        ...(runs ? { run: () => newest.current[at]?.run?.() } : {}),
      })),
    };
    change([...groups, group]);
    return () => {
      change(groups.filter((one) => one !== group));
    };
  }, [title, words]);
  useSingleKeys(bindings(acts));
}

function bindings(acts: readonly ShortcutAction[]): Record<string, () => void> {
  const bound: Record<string, () => void> = {};
  for (const { keys, run } of acts) {
    const [key] = keys;
    if (run && key !== undefined && keys.length === 1 && key.length === 1) bound[key] = run;
  }
  return bound;
}
