// SPDX-License-Identifier: AGPL-3.0-or-later

// A calendar day in three native selects. The days offered follow the month, and 29 February the
// years divisible by 4 (the specification's rule, section 5); the server refuses days that never were.
import { NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { describedBy, Field } from './Field';
import classes from './Field.module.css';

interface DateOfBirthProps {
  readonly id: string;
  readonly label: string;
  /** YYYY-MM-DD, or empty while a part is missing. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly disabled?: boolean;
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const FIRST_YEAR = 1900;

export function daysIn(month: number, year: number): number {
  if (month === 2) return year === 0 || year % 4 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

interface Parts {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

function partsOf(value: string): Parts {
  const [year = '', month = '', day = ''] = value.split('-');
  return { year, month, day };
}

function whole(parts: Parts): string {
  return parts.year !== '' && parts.month !== '' && parts.day !== ''
    ? `${parts.year}-${parts.month}-${parts.day}`
    : '';
}

const two = (n: number): string => String(n).padStart(2, '0');

export function DateOfBirth({
  id,
  label,
  value,
  onChange,
  hint,
  error,
  required,
  disabled,
}: DateOfBirthProps) {
  const [chosen, setParts] = useState<Parts>(() => partsOf(value));
  // A cleared or loaded value replaces what was chosen; a half-chosen date stays.
  const parts = whole(chosen) === value ? chosen : partsOf(value);
  const put = (change: Partial<Parts>) => {
    const next = { ...parts, ...change };
    const most = next.month === '' ? 31 : daysIn(Number(next.month), Number(next.year));
    const fitted = next.day !== '' && Number(next.day) > most ? { ...next, day: '' } : next;
    setParts(fitted);
    if (whole(fitted) !== value) onChange(whole(fitted));
  };
  const days = Array.from(
    { length: parts.month === '' ? 31 : daysIn(Number(parts.month), Number(parts.year)) },
    (_, at) => two(at + 1),
  );
  const thisYear = new Date().getFullYear();
  const years = Array.from({ length: thisYear - FIRST_YEAR + 1 }, (_, at) => String(thisYear - at));
  const common = {
    error: Boolean(error),
    disabled: disabled ?? false,
    'aria-describedby': describedBy(id, hint, error),
    'aria-required': required || undefined,
  };
  return (
    <Field id={id} label={label} hint={hint} error={error} required={required}>
      <div className={`${classes['row'] ?? ''} ${classes['date'] ?? ''}`}>
        <NativeSelect
          {...common}
          className={classes['month']}
          aria-label={`${label}, month`}
          autoComplete="bday-month"
          value={parts.month}
          onChange={(event) => put({ month: event.currentTarget.value })}
          data={[
            { value: '', label: 'Month' },
            ...MONTHS.map((name, at) => ({ value: two(at + 1), label: name })),
          ]}
        />
        <NativeSelect
          {...common}
          className={classes['day']}
          aria-label={`${label}, day`}
          autoComplete="bday-day"
          value={parts.day}
          onChange={(event) => put({ day: event.currentTarget.value })}
          data={[
            { value: '', label: 'Day' },
            ...days.map((day) => ({ value: day, label: String(Number(day)) })),
          ]}
        />
        <NativeSelect
          {...common}
          className={classes['year']}
          aria-label={`${label}, year`}
          autoComplete="bday-year"
          value={parts.year}
          onChange={(event) => put({ year: event.currentTarget.value })}
          data={[{ value: '', label: 'Year' }, ...years.map((year) => ({ value: year, label: year }))]}
        />
      </div>
    </Field>
  );
}
