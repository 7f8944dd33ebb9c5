// SPDX-License-Identifier: AGPL-3.0-or-later

/** What "?" opens: the shortcuts of everything on screen, and the switch that turns single keys off. */
import { Switch } from '@mantine/core';

import { goesOnSwitch } from '../../features/prescriptions/queue/goesOn';
import { useMe } from '../../api/session';
import { useDeviceSwitch } from '../../ui/deviceSwitch';
import { Dialog } from '../../ui/dialogs/Dialog';
import { Kbd } from '../../ui/Kbd';
import { shortcutsSwitch } from '../../ui/keyboard/useSingleKeys';
import { type ShortcutGroup, useShortcutGroups } from '../../ui/keyboard/useShortcuts';
import styles from './help.module.css';

/** One group a title: what the page itself has comes first, what is the same everywhere last. */
function byTitle(groups: readonly ShortcutGroup[]): readonly ShortcutGroup[] {
  const titles = [...new Set(groups.map(({ title }) => title))];
  const last = (title: string) => Number(title === 'Everywhere');
  return titles
    .toSorted((a, b) => last(a) - last(b))
    .map((title) => ({
      title,
      acts: groups.filter((group) => group.title === title).flatMap((group) => group.acts),
    }));
}

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const on = useDeviceSwitch(shortcutsSwitch);
  const goesOn = useDeviceSwitch(goesOnSwitch);
  const isDoctor = useMe().Role === 'ROLE_DOCTOR';
  const groups = useShortcutGroups();
  const ordered = byTitle(groups);
  return (
    <Dialog opened onClose={onClose} title="Keyboard shortcuts" size={640}>
      {ordered.map((group) => (
        <section key={group.title} className={styles.group}>
          <h3>{group.title}</h3>
          <dl>
            {group.acts.map((act) => (
              <div key={`${act.keys.join(' ')} ${act.does}`}>
                <dt>
                  {act.keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dt>
                <dd>{act.does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Switch
        mt="md"
        label="Single-key shortcuts"
        description="Turned off while you are typing or a dialog is open."
        checked={on}
        onChange={(event) => shortcutsSwitch.set(event.currentTarget.checked)}
      />
      {isDoctor && (
        <Switch
          mt="md"
          label="Open the next patient automatically"
          description="10 seconds after everything of a patient is decided and sent."
          checked={goesOn}
          onChange={(event) => goesOnSwitch.set(event.currentTarget.checked)}
        />
      )}
    </Dialog>
  );
}
