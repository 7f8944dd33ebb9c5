// SPDX-License-Identifier: AGPL-3.0-or-later

// One person of many, found by typing; empty means all.
import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { personChoices } from './queries';

const TYPING_PAUSE_MS = 250;

interface PersonSelectProps {
  readonly label: string;
  readonly from: 'patients' | 'accessedBy';
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}

export function PersonSelect({ label, from, value, onChange }: PersonSelectProps) {
  const [typed, setTyped] = useState('');
  /** The name of the chosen one, which the next search may not bring again. */
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const [q] = useDebouncedValue(typed === chosen?.label ? '' : typed.trim(), TYPING_PAUSE_MS);
  const found = useQuery({ ...personChoices(from, q), placeholderData: keepPreviousData });
  const people = (found.data ?? []).map((person) => ({
    value: person._id,
    label: `${person.FirstName} ${person.LastName}`,
  }));
  const data =
    chosen !== null && value !== null && !people.some((one) => one.value === chosen.value)
      ? [chosen, ...people]
      : people;
  return (
    <Select
      label={label}
      placeholder="All"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      data={data}
      // The server has searched.
      filter={({ options }) => options}
      nothingFoundMessage={found.isFetching ? 'Loading...' : 'No one was found'}
      rightSection={found.isFetching ? <Loader size={16} /> : undefined}
      value={value}
      onSearchChange={setTyped}
      onChange={(id, option) => {
        setChosen(option === null ? null : { value: option.value, label: option.label });
        onChange(id);
      }}
    />
  );
}
