// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What Ctrl/Cmd+K opens: one box that finds patients, the pages one may open,
 * what the page on screen can do, and a few things that are the same everywhere.
 */
import type { Preferences, UserView } from '../../api/generated/schema';
import { session } from '../../api/session';
import { usePatientSearch } from '../../features/people/staff/usePatientSearch';
import { type ChoiceGroup, ChoiceList } from '../../ui/choices/ChoiceList';
import { Dialog } from '../../ui/dialogs/Dialog';
import type { ShortcutGroup } from '../../ui/keyboard/useShortcuts';
import { useGo } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { PATIENT_RECORD_ROLES } from '../guards';
import type { Entry } from '../shell/navigation';
import { keepPreferences } from './commands';
import { type Command, matchCommands } from './matching';

/** So many fit without scrolling; who is not among them needs more letters. */
const MAX_PATIENTS = 6;
const TITLE = 'Find a patient, a page or an action';

interface PaletteProps {
  readonly user: UserView;
  /** The pages of the side bar. */
  readonly entries: readonly Entry[];
  /** What is on screen, as it was when the palette was opened. */
  readonly groups: readonly ShortcutGroup[];
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Its box has the focus. */
  readonly onReady: (box: HTMLElement) => void;
  readonly onSuggest: () => void;
  readonly onShortcuts: () => void;
  readonly onClose: () => void;
}

export function Palette(props: PaletteProps) {
  const { user, text, onText, onReady, onClose } = props;
  const go = useGo();
  const found = usePatientSearch(text, PATIENT_RECORD_ROLES.includes(user.Role));
  const commands = useCommands(props);
  const groups: readonly ChoiceGroup[] = [
    {
      title: 'Patients',
      choices: found.patients
        .slice(0, MAX_PATIENTS)
        .map((patient) => ({ ...patient, id: `patient ${patient.id}` })),
    },
    ...matchCommands(commands, text),
  ];
  const choose = (id: string) => {
    onClose();
    if (id.startsWith('patient ')) go(paths.patient(id.slice('patient '.length)));
    else commands.find((command) => command.id === id)?.run();
  };
  return (
    <Dialog opened onClose={onClose} title="Command palette" size={620}>
      <ChoiceList
        label={TITLE}
        placeholder={`${TITLE}...`}
        text={text}
        onText={onText}
        onFocus={onReady}
        groups={groups}
        onChoose={choose}
        busy={found.busy}
        empty={found.failed ? 'Server side Error!' : 'Nothing was found.'}
      />
    </Dialog>
  );
}

function useCommands(props: PaletteProps): readonly Command[] {
  const { user, entries, groups, onSuggest, onShortcuts } = props;
  const go = useGo();
  const theme = (label: string, wanted: Preferences['theme']): Command => ({
    id: `theme ${wanted}`,
    group: 'Everywhere',
    label,
    run: () => chooseTheme(user, wanted),
  });
  const here = groups.flatMap((group) =>
    group.acts.flatMap(({ keys: pressed, does, run, inPalette }): Command[] =>
      run && inPalette !== false && group.title !== 'Everywhere'
        ? [
            {
              id: `here ${group.title} ${does}`,
              group: 'On this page',
              label: sentence(does),
              keys: pressed,
              run,
            },
          ]
        : [],
    ),
  );
  const pages = entries.flatMap(({ label, href, locked }): Command[] =>
    locked === undefined ? [{ id: `page ${href}`, group: 'Pages', label, run: () => go(href) }] : [],
  );
  return [
    ...here,
    ...pages,
    { id: 'suggest', group: 'Everywhere', label: 'Suggest an improvement', run: onSuggest },
    { id: 'shortcuts', group: 'Everywhere', label: 'Keyboard shortcuts', keys: ['?'], run: onShortcuts },
    theme('Light theme', 'light'),
    theme('Dark theme', 'dark'),
    theme('Theme of this device', 'system'),
    {
      id: 'logout',
      group: 'Everywhere',
      label: 'Logout',
      words: 'sign out',
      run: () => void session.signOut(),
    },
  ];
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function chooseTheme(user: UserView, theme: Preferences['theme']): void {
  const wanted: Preferences = { ...user.preferences, theme };
  session.setUser({ ...user, preferences: wanted });
  keepPreferences(wanted);
}
