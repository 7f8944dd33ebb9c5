// SPDX-License-Identifier: AGPL-3.0-or-later

/** The keys that a page uses most, shown at its foot while single keys are on. */
import { Kbd } from '../Kbd';
import styles from './keyboard.module.css';
import { useShortcutsSwitch } from './useSingleKeys';

/** Keys that do one thing, and what they do. */
export type Shortcut = { keys: readonly string[]; does: string };

export function ShortcutHints({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const on = useShortcutsSwitch();
  if (!on) return null;
  return (
    <div className={styles.hints} aria-hidden="true">
      {shortcuts.map((shortcut) => (
        <span key={shortcut.does} className={styles.hint}>
          {shortcut.keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
          {shortcut.does}
        </span>
      ))}
    </div>
  );
}
