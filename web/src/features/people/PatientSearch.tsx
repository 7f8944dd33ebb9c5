// SPDX-License-Identifier: AGPL-3.0-or-later

// The search box in the office's top bar: finds patients by name, e-mail or health card number and
// opens the chosen one's page. `/` puts the focus here.
import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatDate, formatHealthNumber } from '../../ui/format';
import { Kbd } from '../../ui/Kbd';
import { useShortcuts } from '../../ui/keyboard/useShortcuts';
import { useGo } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { LIST_SEARCH_ID, PATIENT_SEARCH_MIN, TYPING_PAUSE_MS } from './patients';
import classes from './PatientSearch.module.css';
import { patientSearch } from './staff/queries';

const MIN_CHARACTERS = PATIENT_SEARCH_MIN;
/** So many fit without scrolling; who is not among them needs more letters. */
const MAX_SHOWN = 8;
const PLACEHOLDER = 'Search by first name, last name, email or health card number...';

export function PatientSearch() {
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), TYPING_PAUSE_MS);
  const go = useGo();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  // On the patients list the list's own search is the nearer one.
  const search = () => (document.getElementById(LIST_SEARCH_ID) ?? box.current)?.focus();
  useShortcuts('Everywhere', [{ keys: ['/'], does: 'patient search', run: search, inPalette: false }]);
  const found = useQuery({
    ...patientSearch(asked),
    enabled: asked.length >= MIN_CHARACTERS,
    placeholderData: keepPreviousData,
  });
  const open = (person: string) => {
    setText('');
    combobox.closeDropdown();
    box.current?.blur();
    go(paths.patient(person));
  };
  const list = asked.length >= MIN_CHARACTERS ? (found.data ?? []) : [];
  return (
    <Combobox store={combobox} onOptionSubmit={open} withinPortal={false}>
      <Combobox.Target>
        <TextInput
          ref={box}
          id="patient-search"
          type="search"
          aria-label="Patient search"
          placeholder={PLACEHOLDER}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          rightSection={found.isFetching ? <Loader size={14} /> : <Kbd>/</Kbd>}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key === 'Escape') box.current?.blur();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={asked.length < MIN_CHARACTERS || found.isPending}>
        <Combobox.Options aria-label="Patients found">
          {list.length === 0 && (
            <Combobox.Empty>{found.isError ? 'Server side Error!' : 'No patient was found.'}</Combobox.Empty>
          )}
          {list.slice(0, MAX_SHOWN).map((one) => (
            <Combobox.Option key={one._id} value={one.Person._id}>
              <strong>
                {one.Person.FirstName} {one.Person.LastName}
              </strong>
              <span className={classes['facts']}>
                {[
                  one.Person.DateOfBirth ? formatDate(one.Person.DateOfBirth) : '',
                  formatHealthNumber(one.Person.HealthDocuments[0]?.DocumentNumber ?? ''),
                  one.Email,
                ]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
        {list.length > MAX_SHOWN && (
          <Combobox.Footer>
            {MAX_SHOWN} of {list.length}. Type more letters to narrow it down.
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}
