// SPDX-License-Identifier: AGPL-3.0-or-later

// Finds the patient whom a message shall go to; the search is the same as the one in the top bar.
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { patientSearch } from '../../features/people/staff/queries';
import { ChoiceList } from '../../ui/choices/ChoiceList';
import { formatDate, formatHealthNumber } from '../../ui/format';

const MIN_CHARACTERS = 3;
const WAIT_MS = 150;
const MAX_SHOWN = 8;

interface PatientPickerProps {
  readonly onChoose: (person: { readonly id: string; readonly name: string }) => void;
}

export function PatientPicker({ onChoose }: PatientPickerProps) {
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), WAIT_MS);
  const found = useQuery({
    ...patientSearch(asked),
    enabled: asked.length >= MIN_CHARACTERS,
    placeholderData: keepPreviousData,
  });
  const wants = text.trim().length >= MIN_CHARACTERS;
  const list = wants ? (found.data ?? []).slice(0, MAX_SHOWN) : [];
  const choose = (id: string) => {
    const one = list.find(({ Person }) => Person._id === id);
    if (one) onChoose({ id, name: `${one.Person.FirstName} ${one.Person.LastName}` });
  };
  return (
    <ChoiceList
      label="Patient"
      placeholder="Search by first name, last name, email or health card number..."
      text={text}
      onText={setText}
      groups={[
        {
          title: 'Patients',
          choices: list.map(({ Email, Person }) => ({
            id: Person._id,
            label: `${Person.FirstName} ${Person.LastName}`,
            hint: [
              Person.DateOfBirth ? formatDate(Person.DateOfBirth) : '',
              formatHealthNumber(Person.HealthDocuments[0]?.DocumentNumber ?? ''),
              Email,
            ]
              .filter((part) => part !== '')
              .join(' · '),
          })),
        },
      ]}
      onChoose={choose}
      busy={wants && found.isFetching}
      empty={
        found.isError ? 'Server side Error!' : wants ? 'No patient was found.' : 'Type three letters or more.'
      }
    />
  );
}
