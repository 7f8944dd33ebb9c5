// SPDX-License-Identifier: AGPL-3.0-or-later

// Profile, how the product looks and which keys it takes: kept on the account, and on this device so
// that the next page is drawn right from its first moment.
import { Switch } from '@mantine/core';
import type { Preferences, UserView } from '../../api/generated/schema';
import { session } from '../../api/session';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { ChoiceCards } from '../../ui/forms/ChoiceCards';
import { FoldingCard } from '../../ui/page/FoldingCard';
import { savePreferences } from './commands';
import classes from './profile.module.css';

const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const;

const themeName = (theme: Preferences['theme']) =>
  THEMES.find(({ value }) => value === theme)?.label ?? theme;

export function PreferencesCard({ me }: { readonly me: UserView }) {
  const { preferences } = me;
  const choose = async (change: Partial<Preferences>) => {
    const wanted = { ...preferences, ...change };
    // Seen at once; taken back when the server refuses.
    session.setUser({ ...me, preferences: wanted });
    try {
      const kept = await savePreferences(wanted);
      session.setUser({ ...me, preferences: kept });
    } catch (failure) {
      session.setUser(me);
      toastFailure(failure);
    }
  };
  return (
    // Nothing of it is read on paper.
    <div data-no-print>
      <FoldingCard title="Appearance and keyboard" summary={`Theme: ${themeName(preferences.theme)}`}>
        <ChoiceCards
          id="theme"
          label="Theme"
          hint="System matches your device’s setting."
          value={preferences.theme}
          choices={THEMES}
          onChange={(value) => {
            const theme = THEMES.find((one) => one.value === value);
            if (theme) void choose({ theme: theme.value });
          }}
        />
        <div className={classes['switch']}>
          <Switch
            label="Single-key shortcuts"
            description="Turned off while you are typing or a dialog is open."
            checked={preferences.shortcuts}
            onChange={(event) => void choose({ shortcuts: event.currentTarget.checked })}
          />
        </div>
      </FoldingCard>
    </div>
  );
}
