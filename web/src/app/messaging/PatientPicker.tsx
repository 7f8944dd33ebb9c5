// SPDX-License-Identifier: AGPL-3.0-or-later

// Finds the patient whom a message shall go to; the search is the same as the one in the top bar.
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { SEARCH_BY } from '../../features/people/patients';
import { usePatientSearch } from '../../features/people/staff/usePatientSearch';
import { ChoiceList } from '../../ui/choices/ChoiceList';
import { PHONE_WIDTH } from '../../ui/widths';

const MAX_SHOWN = 8;

interface PatientPickerProps {
  readonly onChoose: (person: { readonly id: string; readonly name: string }) => void;
}

export function PatientPicker({ onChoose }: PatientPickerProps) {
  const isPhone = useMediaQuery(PHONE_WIDTH, false, { getInitialValueInEffect: false });
  const [text, setText] = useState('');
  const { wants, patients, busy, failed } = usePatientSearch(text);
  const choose = (id: string) => {
    const chosen = patients.find((patient) => patient.id === id);
    if (chosen) onChoose({ id, name: chosen.label });
  };
  return (
    <ChoiceList
      label="Patient"
      placeholder={isPhone ? SEARCH_BY.phone : SEARCH_BY.desk}
      text={text}
      onText={setText}
      groups={[{ title: 'Patients', choices: patients.slice(0, MAX_SHOWN) }]}
      onChoose={choose}
      busy={busy}
      empty={failed ? 'Server side Error!' : wants ? 'No patient was found.' : 'Type three letters or more.'}
    />
  );
}
