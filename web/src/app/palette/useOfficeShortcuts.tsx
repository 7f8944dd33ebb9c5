// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What the keyboard does on every page of the office: "?" lists the shortcuts
 * of what is on screen, Ctrl/Cmd+K opens the command palette. Both are fetched
 * when they are first wanted.
 */
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';

import type { UserView } from '../../api/generated/schema';
import { isChord } from '../../ui/keyboard/chord';
import { type ShortcutGroup, useShortcutGroups, useShortcuts } from '../../ui/keyboard/useShortcuts';
import type { Entry } from '../shell/navigation';
import { lazyPart, loadChunk } from '../../ui/chunks';

const palette = () => loadChunk(() => import('./Palette'));
const Palette = lazy(async () => ({ default: (await palette()).Palette }));
const ShortcutHelp = lazyPart(async () => (await import('./ShortcutHelp')).ShortcutHelp);
const SuggestDialog = lazyPart(
  async () => (await import('../../features/suggestions/SuggestDialog')).SuggestDialog,
);

/** Not with the first screen, but soon. */
const AHEAD_MS = 1500;

type Opened = 'palette' | 'shortcuts' | 'suggest' | null;

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

/** Not inside the event that gave the box the focus: what was typed is drawn first, and what follows from it. */
function pressEnter(box: HTMLElement): void {
  const press = () =>
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  requestAnimationFrame(() => setTimeout(press, 0));
}

/** The palette and the list of shortcuts, and what opens the palette with a pointer. */
export function useOfficeShortcuts(
  user: UserView,
  entries: readonly Entry[],
): { readonly dialogs: ReactNode; readonly openPalette: () => void; readonly openShortcuts: () => void } {
  const [opened, setOpened] = useState<Opened>(null);
  const [onScreen, setOnScreen] = useState<readonly ShortcutGroup[]>([]);
  const groups = useShortcutGroups();
  const [text, setText] = useState('');
  /** From the press until its box has the focus: what is typed meanwhile belongs into the box. */
  const opening = useRef(false);
  /** Enter was pressed meanwhile as well: the box takes it once it is there. */
  const isEntered = useRef(false);
  const openPalette = () => {
    opening.current = true;
    isEntered.current = false;
    setText('');
    setOnScreen(groups);
    setOpened('palette');
  };
  useEffect(() => {
    // Fetched ahead, so that it stands when it is wanted.
    const timer = setTimeout(() => void palette().catch(() => undefined), AHEAD_MS);
    const early = (event: KeyboardEvent) => {
      if (!opening.current || isChord(event)) return;
      event.stopPropagation();
      event.preventDefault();
      // What comes after Enter is meant for what it opens.
      if (event.key === 'Enter') isEntered.current = true;
      else if (event.key.length === 1 && !isEntered.current) setText((before) => before + event.key);
      else if (event.key === 'Escape') {
        opening.current = false;
        setOpened(null);
      }
    };
    document.addEventListener('keydown', early, { capture: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', early, { capture: true });
    };
  }, []);
  const openByKey = useEffectEvent(openPalette);
  useShortcuts('Everywhere', [
    { keys: ['Ctrl', 'K'], does: 'find a patient, a page or an action' },
    { keys: ['?'], does: 'this list', run: () => setOpened('shortcuts') },
  ]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey) return;
      // The browser's own search bar would open instead.
      event.preventDefault();
      if (!isDialogOpen() && !opening.current) openByKey();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const close = () => {
    opening.current = false;
    setOpened(null);
  };
  const dialogs = (
    <Suspense>
      {opened === 'palette' && (
        <Palette
          user={user}
          entries={entries}
          groups={onScreen}
          text={text}
          onText={setText}
          onReady={(box) => {
            opening.current = false;
            if (isEntered.current) pressEnter(box);
            isEntered.current = false;
          }}
          onClose={close}
          onSuggest={() => setOpened('suggest')}
          onShortcuts={() => setOpened('shortcuts')}
        />
      )}
      {opened === 'shortcuts' && <ShortcutHelp onClose={close} />}
      {opened === 'suggest' && <SuggestDialog onClose={close} />}
    </Suspense>
  );
  return { dialogs, openPalette, openShortcuts: () => setOpened('shortcuts') };
}
