// SPDX-License-Identifier: AGPL-3.0-or-later

/** The first and the last day of a period. */
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useId } from 'react';
import { Dialog } from '../../ui/dialogs/Dialog';
import { CancelButton } from '../../ui/forms/CancelButton';
import { ErrorSummary } from '../../ui/forms/faults';
import { useFaultedForm } from '../../ui/forms/useFaultedForm';
import { dayFaults, type Days } from './address';
import css from './insight.module.css';

interface PeriodDialogProps {
  readonly days: Days;
  readonly today: string;
  readonly onClose: () => void;
  readonly onDays: (days: Days) => void;
}

export function PeriodDialog({ days, today, onClose, onDays }: PeriodDialogProps) {
  const { values, field, faults } = useFaultedForm(null, { from: days.from, to: days.to }, { asks: false });
  const form = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = dayFaults(values.from, values.to, today);
    faults.set(found);
    if (found.length === 0) onDays(values);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title="From and to"
      size={420}
      footer={
        <>
          <CancelButton onCancel={onClose} />
          <Button type="submit" form={form}>
            Show
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <ErrorSummary faults={faults.faults} round={faults.round} />
        <div className={css['dates']}>
          <TextInput {...field('from')} type="date" label="From" max={today} />
          <TextInput {...field('to')} type="date" label="To" max={today} />
        </div>
      </form>
    </Dialog>
  );
}
