// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Choosing a pharmacy: the chosen one with Change, or a search by name, street,
 * city, postal code or telephone. Keeping the choice is the caller's business.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { PharmacyView } from '../../api/generated/schema';
import { PharmacyAddress } from './PharmacyAddress';
import css from './PharmacyPicker.module.css';
import { PharmacySearch } from './PharmacySearch';

interface PharmacyPickerProps {
  id: string;
  label: string;
  value: PharmacyView | null;
  onChange: (pharmacy: PharmacyView) => void;
  error?: ReactNode;
}

export function PharmacyPicker({ id, label, value, onChange, error }: PharmacyPickerProps) {
  const [changing, setChanging] = useState(false);
  if (value !== null && !changing)
    return (
      <div className={css.chosen} id={id} tabIndex={-1}>
        <PharmacyAddress pharmacy={value} />
        <button type="button" className={css.change} onClick={() => setChanging(true)}>
          Change
          <span className="s-visually-hidden"> pharmacy</span>
        </button>
      </div>
    );
  return (
    <div>
      <PharmacySearch
        id={id}
        label={label}
        error={error}
        autoFocus={changing}
        onChoose={(pharmacy) => {
          setChanging(false);
          onChange(pharmacy);
        }}
      />
      {changing ? (
        <Button variant="subtle" mt={8} onClick={() => setChanging(false)}>
          Keep {value?.name}
        </Button>
      ) : null}
    </div>
  );
}
