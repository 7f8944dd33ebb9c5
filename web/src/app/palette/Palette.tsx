// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What Ctrl/Cmd+K opens: one box that finds patients, the pages one may open,
 * what the page on screen can do, and a few things that are the same everywhere.
 */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import type { Preferences, UserView } from '../../api/generated/schema';
import { session } from '../../api/session';
import { type ChoiceGroup, ChoiceList } from '../../ui/choices/ChoiceList';
import { Dialog } from '../../ui/dialogs/Dialog';
import { formatDate, formatHealthNumber } from '../../ui/format';
import type { ShortcutGroup } from '../../ui/keyboard/useShortcuts';
import { useGo } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { PATIENT_RECORD_ROLES } from '../guards';
import type { Entry } from '../shell/navigation';
import { keepPreferences } from './commands';
import { type Command, matchCommands } from './matching';
import { patientsFound } from './queries';

/** The search of patients begins with so many letters. */
const MIN_CHARACTERS = 3;
const WAIT_MS = 150;
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
  readonly onReady: () => void;
  readonly onSuggest: () => void;
  readonly onShortcuts: () => void;
  readonly onClose: () => void;
}

export function Palette(props: PaletteProps) {
  const { user, text, onText, onReady, onClose } = props;
  const [asked] = useDebouncedValue(text.trim(), WAIT_MS);
  const mayOpen = PATIENT_RECORD_ROLES.includes(user.Role);
  const go = useGo();
  const found = useQuery({
    ...patientsFound(asked),
    enabled: mayOpen && asked.length >= MIN_CHARACTERS,
    placeholderData: keepPreviousData,
  });
  const wantsPatients = mayOpen && text.trim().length >= MIN_CHARACTERS;
  const patients = wantsPatients ? (found.data ?? []).slice(0, MAX_PATIENTS) : [];
  const commands = useCommands(props);
  const groups: readonly ChoiceGroup[] = [
    {
      title: 'Patients',
      choices: patients.map(({ _id, Email, Person }) => ({
        id: `patient ${Person._id}`,
        label: `${Person.FirstName} ${Person.LastName}`,
        hint: [
          Person.DateOfBirth ? formatDate(Person.DateOfBirth) : '',
          formatHealthNumber(Person.HealthDocuments[0]?.DocumentNumber ?? ''),
          Email ?? _id,
        ]
          .filter((part) => part !== '')
          .join(' · '),
      })),
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
        busy={wantsPatients && found.isFetching}
        empty={found.isError ? 'Server side Error!' : 'Nothing was found.'}
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
