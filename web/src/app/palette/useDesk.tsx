/**
 * What the keyboard does on every page of the office: "?" lists the shortcuts
 * of what is on screen, Ctrl/Cmd+K opens the command palette. Both are fetched
 * when they are first wanted.
 */
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';

import type { UserView } from '../../api/types';
import { type ShortcutGroup, useShortcutGroups, useShortcuts } from '../../ui/keyboard/useShortcuts';
import type { Entry } from '../shell/navigation';

const Palette = lazy(async () => ({ default: (await import('./Palette')).Palette }));
const ShortcutHelp = lazy(async () => ({ default: (await import('./ShortcutHelp')).ShortcutHelp }));
const SuggestDialog = lazy(async () => ({
  default: (await import('../../features/suggestions/SuggestDialog')).SuggestDialog,
}));

type Opened = 'palette' | 'shortcuts' | 'suggest' | null;

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

/** The palette and the list of shortcuts, and what opens the palette with a pointer. */
export function useDesk(
  user: UserView,
  entries: readonly Entry[],
): { readonly dialogs: ReactNode; readonly openPalette: () => void; readonly openShortcuts: () => void } {
  const [opened, setOpened] = useState<Opened>(null);
  const [onScreen, setOnScreen] = useState<readonly ShortcutGroup[]>([]);
  const groups = useShortcutGroups();
  const openPalette = () => {
    setOnScreen(groups);
    setOpened('palette');
  };
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
      if (isDialogOpen()) return;
      setOnScreen(groups);
      setOpened('palette');
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [groups]);
  const close = () => setOpened(null);
  const dialogs = (
    <Suspense>
      {opened === 'palette' && (
        <Palette
          user={user}
          entries={entries}
          groups={onScreen}
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
