/**
 * The list of shortcuts that "?" opens, with the switch that turns single keys
 * off for people whose speech or switch input would press them by chance.
 */
import { Switch } from '@mantine/core';

import { Dialog } from '../dialogs/Dialog';
import { Kbd } from '../Kbd';
import styles from './keyboard.module.css';
import { shortcutsSwitch, useShortcutsSwitch } from './useSingleKeys';

/** Keys that do one thing, and what they do. */
export type Shortcut = { keys: readonly string[]; does: string };

type Props = { opened: boolean; onClose: () => void; shortcuts: readonly Shortcut[] };

export function ShortcutsDialog({ opened, onClose, shortcuts }: Props) {
  const on = useShortcutsSwitch();
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts" size="md">
      <dl className={styles.list}>
        {shortcuts.map((shortcut) => (
          <div key={shortcut.does} className={styles.row}>
            <dt>
              {shortcut.keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{shortcut.does}</dd>
          </div>
        ))}
      </dl>
      <Switch
        mt="md"
        label="Single-key shortcuts"
        description="Turned off while you are typing or a dialog is open."
        checked={on}
        onChange={(event) => {
          shortcutsSwitch.set(event.currentTarget.checked);
        }}
      />
    </Dialog>
  );
}

/** The strip at the foot of a page with the keys one needs most. */
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
