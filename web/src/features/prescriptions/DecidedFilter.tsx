// SPDX-License-Identifier: AGPL-3.0-or-later

/** Which decisions the staff's list is of: late ones alone, and the first and the last day. */
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DayRange } from '../../ui/forms/DayRange';
import { FieldError } from '../../ui/forms/faults';
import { clinicDay } from '../../ui/format';
import { type Decided, dayFaults } from './decided';
import css from './history.module.css';

interface DecidedFilterProps {
  readonly decided: Decided;
  readonly onDecided: (decided: Decided) => void;
}

export function DecidedFilter({ decided, onDecided }: DecidedFilterProps) {
  /** Days that cannot be looked at, as they stand in the fields. */
  const [refused, setRefused] = useState<Decided | null>(null);
  const shown = refused ?? decided;
  const faults = dayFaults(shown);
  const show = (wanted: Decided) => {
    const isRefused = dayFaults(wanted).length > 0;
    setRefused(isRefused ? wanted : null);
    if (!isRefused) onDecided(wanted);
  };
  const day = (name: 'from' | 'to', label: string) => {
    const fault = faults.find(({ field }) => field === name);
    return (
      <TextInput
        type="date"
        label={label}
        value={shown[name] ?? ''}
        max={clinicDay(new Date())}
        error={fault && <FieldError message={fault.message} />}
        onChange={({ currentTarget: { value } }) => show({ ...shown, [name]: value || undefined })}
      />
    );
  };
  return (
    <div className={css['decided']}>
      <DayRange label="Decided" className={css['days']}>
        {day('from', 'From')}
        {day('to', 'To')}
      </DayRange>
      <Checkbox
        label="Later than promised"
        checked={shown.isLate}
        onChange={({ currentTarget: { checked } }) => show({ ...shown, isLate: checked })}
      />
    </div>
  );
}
