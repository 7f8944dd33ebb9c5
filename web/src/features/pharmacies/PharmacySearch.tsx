// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The search box for pharmacies: the loaded list is filtered from 3 characters,
 * the server is asked above 3 (decision 84). One list, driven by the keyboard.
 */
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuildingStore, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { PharmacyView } from '../../api/generated/schema';
import { Combobox, Dropdown, Option, Options, useCombobox } from '../../ui/choices/Combobox';
import { FILTER_FROM_CHARACTERS, pharmacyList, pharmacySearch, SEARCH_ABOVE_CHARACTERS } from './queries';
import css from './PharmacyPicker.module.css';

interface PharmacySearchProps {
  id: string;
  label: string;
  error?: ReactNode;
  autoFocus?: boolean;
  onChoose: (pharmacy: PharmacyView) => void;
}

const TYPING_PAUSE_MS = 200;

export function PharmacySearch({ id, label, error, autoFocus, onChoose }: PharmacySearchProps) {
  const [text, setText] = useState('');
  const trimmed = text.trim();
  const [asked] = useDebouncedValue(trimmed, TYPING_PAUSE_MS);
  const list = useQuery(pharmacyList());
  const search = useQuery(pharmacySearch(asked));
  const open = trimmed.length >= FILTER_FROM_CHARACTERS;
  const combobox = useCombobox({ isEmpty: !open });
  const fromServer =
    trimmed.length > SEARCH_ABOVE_CHARACTERS && asked === trimmed && search.data !== undefined;
  const found = fromServer ? (search.data ?? []) : filtered(list.data ?? [], trimmed);
  const waiting = open && !fromServer && search.isFetching;

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(chosen) => {
        const pharmacy = found.find((one) => one._id === chosen);
        combobox.close();
        setText('');
        if (pharmacy) onChoose(pharmacy);
      }}
    >
      <TextInput
        {...combobox.box}
        id={id}
        label={label}
        description="Type 3 or more letters of its name, street, city or postal code, or its phone number."
        error={error}
        value={text}
        autoFocus={autoFocus}
        // Dialogs look for this one.
        data-autofocus={autoFocus || undefined}
        leftSection={<IconSearch size={20} aria-hidden />}
        onChange={(event) => {
          setText(event.currentTarget.value);
          combobox.reset();
          combobox.open();
        }}
        onFocus={() => combobox.open()}
        onClick={() => combobox.open()}
        onBlur={() => combobox.close()}
      />
      <Dropdown className={css.dropdown}>
        <p className={css.head} role="status">
          {waiting ? 'Loading...' : resultText(found.length)}
        </p>
        <Options className={css.options} aria-label="Pharmacies">
          {found.map((pharmacy) => (
            <Option key={pharmacy._id} value={pharmacy._id} className={css.option}>
              <IconBuildingStore size={20} aria-hidden />
              <span className={css.words}>
                <span className={css.name}>{pharmacy.name}</span>
                <span className={css.line}>
                  {[pharmacy.address, pharmacy.city].filter(Boolean).join(', ')}
                </span>
              </span>
            </Option>
          ))}
        </Options>
      </Dropdown>
    </Combobox>
  );
}

function resultText(count: number): string {
  if (count === 0) return 'No pharmacy was found. Please check the name and try again.';
  return count === 1 ? '1 pharmacy' : `${count} pharmacies`;
}

/** Every typed word must occur in name, address, city or telephone; the server knows the postal codes too. */
function filtered(list: readonly PharmacyView[], text: string): PharmacyView[] {
  const words = text.toLowerCase().split(/\s+/);
  return list.filter((one) => {
    const all = `${one.name} ${one.address} ${one.city} ${one.phone1}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
