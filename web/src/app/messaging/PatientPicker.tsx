// SPDX-License-Identifier: AGPL-3.0-or-later

// Finds the patient whom a message shall go to; the search is the same as the one in the top bar.
import { useState } from 'react';
import { usePatientSearch } from '../../features/people/staff/usePatientSearch';
import { ChoiceList } from '../../ui/choices/ChoiceList';

const MAX_SHOWN = 8;

interface PatientPickerProps {
  readonly onChoose: (person: { readonly id: string; readonly name: string }) => void;
}

export function PatientPicker({ onChoose }: PatientPickerProps) {
  const [text, setText] = useState('');
  const { wants, patients, busy, failed } = usePatientSearch(text);
  const choose = (id: string) => {
    const chosen = patients.find((patient) => patient.id === id);
    if (chosen) onChoose({ id, name: chosen.label });
  };
  return (
    <ChoiceList
      label="Patient"
      placeholder="Search by first name, last name, email or health card number..."
      text={text}
      onText={setText}
      groups={[{ title: 'Patients', choices: patients.slice(0, MAX_SHOWN) }]}
      onChoose={choose}
      busy={busy}
      empty={failed ? 'Server side Error!' : wants ? 'No patient was found.' : 'Type three letters or more.'}
    />
  );
}
