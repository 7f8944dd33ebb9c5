// SPDX-License-Identifier: AGPL-3.0-or-later

// The account's preferences, put into force: the theme on the whole page, the switch of single keys. A
// switch thrown elsewhere (the list of shortcuts) is kept on the account too.
import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import type { Preferences, UserView } from '../../api/generated/schema';
import { session } from '../../api/session';
import { shortcutsSwitch } from '../../ui/keyboard/useSingleKeys';
import { loadChunk } from '../../ui/chunks';

export function usePreferences(user: UserView | null): void {
  const { setColorScheme } = useMantineColorScheme();
  const theme = user?.preferences.theme;
  const shortcuts = user?.preferences.shortcuts;
  useEffect(() => {
    if (theme !== undefined) setColorScheme(theme === 'system' ? 'auto' : theme);
    // The setter is a new function with every draw; only the choice counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [theme]);
  useEffect(() => {
    if (shortcuts !== undefined && shortcutsSwitch.get() !== shortcuts) shortcutsSwitch.set(shortcuts);
  }, [shortcuts]);
  useEffect(() => shortcutsSwitch.subscribe(keepSwitch), []);
}

function keepSwitch(): void {
  const me = session.get().user;
  const on = shortcutsSwitch.get();
  if (!me || me.preferences.shortcuts === on) return;
  const wanted: Preferences = { ...me.preferences, shortcuts: on };
  session.setUser({ ...me, preferences: wanted });
  // It holds on this device either way; the account learns of it when it can.
  loadChunk(() => import('../../features/accounts/commands'))
    .then(({ savePreferences }) => savePreferences(wanted))
    .catch(() => undefined);
}
