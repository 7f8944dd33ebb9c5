// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The keys that a page uses most, shown at its foot while single keys are on: one line. Those that find no room
 * on it are behind `?`, which always stands at its end.
 */
import { useDeviceSwitch } from '../deviceSwitch';
import { Kbd } from '../Kbd';
import styles from './keyboard.module.css';
import { shortcutsSwitch } from './useSingleKeys';

/** Keys that do one thing, and what they do. */
export type Shortcut = { keys: readonly string[]; does: string };

export function ShortcutHints({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const on = useDeviceSwitch(shortcutsSwitch);
  if (!on) return null;
  return (
    <div className={styles.hints} aria-hidden="true">
      <div className={styles.most}>
        {shortcuts.map((shortcut) => (
          <Hint key={shortcut.does} {...shortcut} />
        ))}
      </div>
      <Hint keys={['?']} does="all keys" />
    </div>
  );
}

function Hint({ keys, does }: Shortcut) {
  return (
    <span className={styles.hint}>
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      {does}
    </span>
  );
}
