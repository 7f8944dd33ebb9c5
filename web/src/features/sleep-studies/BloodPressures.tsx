// SPDX-License-Identifier: AGPL-3.0-or-later

/** One to three blood pressures: Add while there are fewer than three, Remove while there is more than one. */
import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { rowAt, useNextFocus } from '../../ui/forms/useNextFocus';
import { Card } from '../../ui/page/Card';
import { MAX_READINGS, type ReadingForm, type SleepForm, withoutReading, withReading } from './form';
import css from './sleep.module.css';

export interface BloodPressuresProps {
  form: SleepForm;
  /** The latest time a reading may have. */
  now: string;
  errorOf: (field: string) => ReactNode;
  /** Told the new form, and the fields whose faults it may have mended. */
  onChange: (form: SleepForm, ...fields: string[]) => void;
}

export function BloodPressures({ form, now, errorOf, onChange }: BloodPressuresProps) {
  const { readings } = form;
  const added = useAddedFocus(readings.length);
  const list = useRef<HTMLDivElement>(null);
  const goOn = useNextFocus(readings.length);
  const set = (index: number, name: keyof ReadingForm, field: string, value: string) =>
    onChange(
      { ...form, readings: readings.map((one, at) => (at === index ? { ...one, [name]: value } : one)) },
      field,
    );
  return (
    <Card title="Blood pressure">
      <div ref={list} className={css.readings}>
        {readings.map((one, index) => {
          const field = (name: string) => `bloodPressures[${index}].${name}`;
          return (
            <fieldset
              key={one.key}
              className={css.reading}
              ref={index === readings.length - 1 ? added : undefined}
            >
              <legend className={css.legend}>Reading {index + 1}</legend>
              <TextInput
                id={field('systolic')}
                label="Systolic (mmHg)"
                inputMode="numeric"
                autoComplete="off"
                value={one.systolic}
                error={errorOf(field('systolic'))}
                onChange={(event) => set(index, 'systolic', field('systolic'), event.currentTarget.value)}
              />
              <TextInput
                id={field('diastolic')}
                label="Diastolic (mmHg)"
                inputMode="numeric"
                autoComplete="off"
                value={one.diastolic}
                error={errorOf(field('diastolic'))}
                onChange={(event) => set(index, 'diastolic', field('diastolic'), event.currentTarget.value)}
              />
              <TextInput
                id={field('measureDate')}
                type="datetime-local"
                label="Measured on (Pacific time)"
                max={now}
                value={one.measured}
                error={errorOf(field('measureDate'))}
                onChange={(event) => set(index, 'measured', field('measureDate'), event.currentTarget.value)}
              />
              {readings.length > 1 ? (
                <Button
                  variant="subtle"
                  className={`${css.remove ?? ''} s-danger-quiet`}
                  leftSection={<IconTrash size={18} aria-hidden="true" />}
                  aria-label={`Remove reading ${index + 1}`}
                  onClick={() => {
                    // Of the last one left nothing can be removed: its Add comes next.
                    goOn(() => rowAt(list.current, 'button', index));
                    onChange(withoutReading(form, one.key), ...fieldsOf(readings.length));
                  }}
                >
                  Remove
                </Button>
              ) : null}
            </fieldset>
          );
        })}
        {readings.length < MAX_READINGS ? (
          <Button
            variant="default"
            className={css.addReading}
            leftSection={<IconPlus size={18} aria-hidden="true" />}
            aria-label="Add a blood pressure"
            onClick={() => onChange(withReading(form), 'bloodPressures')}
          >
            Add
          </Button>
        ) : null}
      </div>
    </Card>
  );
}

/** Removing one reading moves the others: what was said about all of them is taken back. */
function fieldsOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    ['systolic', 'diastolic', 'measureDate'].map((name) => `bloodPressures[${index}].${name}`),
  ).flat();
}

/** The first box of a reading that was just added takes the focus. */
function useAddedFocus(count: number) {
  const last = useRef<HTMLFieldSetElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) last.current?.querySelector('input')?.focus();
    before.current = count;
  }, [count]);
  return last;
}
