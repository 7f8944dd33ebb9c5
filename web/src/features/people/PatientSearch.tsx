// SPDX-License-Identifier: AGPL-3.0-or-later

// The search box in the office's top bar: finds patients by name, e-mail or health card number and
// opens the chosen one's page. `/` puts the focus here.
import { Loader, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMediaQuery } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { Combobox, Dropdown, Option, Options, Said, useCombobox } from '../../ui/choices/Combobox';
import { Kbd } from '../../ui/Kbd';
import { useShortcuts } from '../../ui/keyboard/useShortcuts';
import { useGo } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { usePathname } from '../../ui/links/router';
import { LIST_SEARCH_ID, SEARCH_BY } from './patients';
import { PHONE_WIDTH } from '../../ui/widths';
import classes from './PatientSearch.module.css';
import { usePatientSearch } from './staff/usePatientSearch';

/** So many fit without scrolling; who is not among them needs more letters. */
const MAX_SHOWN = 8;

export function PatientSearch() {
  const box = useRef<HTMLInputElement>(null);
  const isPhone = useMediaQuery(PHONE_WIDTH, false, { getInitialValueInEffect: false });
  const [text, setText] = useState('');
  const { wants, patients, isAnswered, busy, failed } = usePatientSearch(text);
  const go = useGo();
  const pathname = usePathname();
  const combobox = useCombobox({ isEmpty: !wants });
  // On the patients list the list's own search is the nearer one.
  const search = () => (document.getElementById(LIST_SEARCH_ID) ?? box.current)?.focus();
  useShortcuts('Everywhere', [{ keys: ['/'], does: 'patient search', run: search, inPalette: false }]);
  const open = (person: string) => {
    setText('');
    combobox.close();
    box.current?.blur();
    go(paths.patient(person));
  };
  // The list's own search stands there: one box that does it is enough.
  if (pathname === paths.patients()) return null;
  return (
    <Combobox store={combobox} onOptionSubmit={open}>
      <TextInput
        {...combobox.searchBox}
        ref={box}
        id="patient-search"
        type="search"
        aria-label="Patient search"
        placeholder={isPhone ? SEARCH_BY.phone : SEARCH_BY.desk}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        rightSection={busy ? <Loader size={14} /> : <Kbd>/</Kbd>}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          combobox.open();
          combobox.reset();
        }}
        onFocus={() => combobox.open()}
        onBlur={() => combobox.close()}
        onKeyDown={(event) => {
          if (event.key === 'Escape') box.current?.blur();
          combobox.searchBox.onKeyDown(event);
        }}
      />
      <Dropdown>
        <Options aria-label="Patients found">
          {patients.length === 0 && (
            <Said>
              {!isAnswered ? 'Searching...' : failed ? 'Server side Error!' : 'No patient was found.'}
            </Said>
          )}
          {patients.slice(0, MAX_SHOWN).map(({ id, label, hint }) => (
            <Option key={id} value={id}>
              <strong>{label}</strong>
              <span className={classes['facts']}>{hint}</span>
            </Option>
          ))}
        </Options>
        {patients.length > MAX_SHOWN && (
          <Said>
            {MAX_SHOWN} of {patients.length}. Type more letters to narrow it down.
          </Said>
        )}
      </Dropdown>
    </Combobox>
  );
}
