// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The form of a patient's particulars. When somebody else saved meanwhile, what
 * only they changed is taken over, what both changed is shown with both sides,
 * and saving again goes on from there.
 */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { ApiError, sameAsSent } from '../../api/failures';
import type { PersonView } from '../../api/generated/schema';
import { useOptions } from '../../api/queries';
import { useMe } from '../../api/session';
import { useCommand } from '../../api/useCommand';
import { correctPatient } from '../../features/people/commands';
import { personProfile } from '../../features/people/staff/queries';
import { Notice } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { CancelButton } from '../../ui/forms/CancelButton';
import { DateOfBirth } from '../../ui/forms/DateOfBirth';
import { ErrorSummary, useFaults } from '../../ui/forms/faults';
import { PhoneBoxes } from '../../ui/forms/PhoneBoxes';
import { formatLongDate, formatPhone } from '../../ui/format';
import { HereAgain } from '../../ui/forms/HereAgain';
import { useGo } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Card } from '../../ui/page/Card';
import {
  faultsOf,
  type FieldName,
  fieldNames,
  formOf,
  labelsOf,
  mergeForms,
  type Merged,
  type PatientForm,
  requestOf,
} from './form';
import classes from './personalInfo.module.css';

export function EditPersonalInfo({ person }: { readonly person: PersonView }) {
  const me = useMe();
  const go = useGo();
  const client = useQueryClient();
  const options = useOptions();
  // What the form began with, or was last brought together with.
  const [base, setBase] = useState(person);
  const [form, setForm] = useState<PatientForm>(() => formOf(person));
  const [merged, setMerged] = useState<Merged | null>(null);
  const faults = useFaults({
    typed: form,
    stored: formOf(base),
    keep: { name: `person ${person._id}`, restore: setForm },
  });
  const back = paths.patient(person._id, { section: 'personal' });
  const labels = labelsOf(base);

  const { busy, run } = useCommand();
  const isSaved = (saved: PersonView) => {
    client.setQueryData(personProfile(saved._id).queryKey, saved);
    toast.success('Update patient info successful');
    go(back, { saved: true });
  };
  const save = () =>
    run(
      async () => isSaved(await correctPatient(base._id, requestOf(form, base, me.Person._id))),
      (failure) => {
        const newest = newestOf(failure);
        if (newest && sameAsSent(form, formOf(newest))) isSaved(newest);
        else if (newest) {
          const found = mergeForms(formOf(base), form, formOf(newest));
          setBase(newest);
          setForm(found.form);
          setMerged(found);
          faults.clear();
        } else {
          faults.fromError(failure);
        }
      },
    );
  const set = (change: Partial<PatientForm>) => {
    setForm((before) => ({ ...before, ...change }));
    for (const field of Object.keys(change)) faults.clear(field);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOf(form);
    faults.set(found);
    if (found.length === 0) void save();
  };
  const settle = (field: FieldName, value: string) => {
    set({ [field]: value });
    setMerged((before) => {
      if (!before) return before;
      const { [field]: _, ...both } = before.both;
      return { ...before, both };
    });
  };

  const text = (field: FieldName, more: { autoComplete?: string; inputMode?: 'numeric' } = {}) => (
    <TextInput
      id={field}
      label={labels[field]}
      autoComplete="off"
      {...more}
      value={form[field]}
      error={faults.error(field)}
      onChange={(event) => {
        set({ [field]: event.currentTarget.value });
      }}
    />
  );
  return (
    <form noValidate onSubmit={submit} className={classes['form']}>
      <ErrorSummary faults={faults.faults} round={faults.round} />
      <HereAgain of={faults.leave} />
      {merged && <BothSides merged={merged} form={form} labels={labels} onSettle={settle} />}
      <Card>
        <div className={classes['fields']}>
          <div className={classes['two']}>
            {text('firstName')}
            {text('lastName')}
          </div>
          <DateOfBirth
            id="dateOfBirth"
            label={labels.dateOfBirth}
            value={form.dateOfBirth}
            error={faults.error('dateOfBirth')}
            onChange={(dateOfBirth) => {
              set({ dateOfBirth });
            }}
          />
          {text('docNumber')}
          <div className={classes['two']}>
            <PhoneBoxes
              id="phoneNumber"
              label={labels.phoneNumber}
              hint="Sign-in codes go to this number. If you change it, the patient must verify it again."
              value={form.phoneNumber}
              error={faults.error('phoneNumber')}
              onChange={(phoneNumber) => {
                set({ phoneNumber });
              }}
            />
            <PhoneBoxes
              id="bestNumber"
              label={labels.bestNumber}
              value={form.bestNumber}
              error={faults.error('bestNumber')}
              onChange={(bestNumber) => {
                set({ bestNumber });
              }}
            />
          </div>
          {text('address')}
          <div className={classes['place']}>
            {text('city')}
            <NativeSelect
              id="province"
              label={labels.province}
              value={form.province}
              error={faults.error('province')}
              data={[...(options.data?.provinces ?? [form.province])]}
              onChange={(event) => {
                set({ province: event.currentTarget.value });
              }}
            />
            {text('postalCode')}
          </div>
          <TextInput
            id="email"
            label="Email"
            description="Only the patient can change this address (under Profile), because they sign in with it."
            value={base.Email}
            error={faults.error('email')}
            readOnly
          />
        </div>
      </Card>
      <div className={classes['footer']}>
        <CancelButton
          onCancel={() => {
            go(back);
          }}
        />
        <Button type="submit" loading={busy}>
          Save
        </Button>
      </div>
    </form>
  );
}

interface BothSidesProps {
  readonly merged: Merged;
  readonly form: PatientForm;
  readonly labels: Readonly<Record<FieldName, string>>;
  readonly onSettle: (field: FieldName, value: string) => void;
}

/** What somebody else saved while this form was open. */
function BothSides({ merged, form, labels, onSettle }: BothSidesProps) {
  const both = fieldNames.filter((name) => merged.both[name] !== undefined);
  return (
    <div role="alert">
      <Notice kind="warning" title="Someone else changed this patient’s information while you were editing">
        <p className={classes['line']}>What you typed is kept in this form. Review it and save again.</p>
        {merged.theirs.length > 0 && (
          <p className={classes['line']}>
            Their changes, now included:{' '}
            {merged.theirs.map((name) => `${labels[name]} ${displayValue(name, form[name])}`).join(', ')}.
          </p>
        )}
        {both.length > 0 && (
          <ul className={classes['both']}>
            {both.map((name) => (
              <li key={name}>
                <span>
                  <strong>{labels[name]}</strong>: yours {displayValue(name, form[name])}, theirs{' '}
                  {displayValue(name, merged.both[name] ?? '')}
                </span>
                <Button
                  variant="default"
                  aria-label={`Use theirs for ${labels[name]}`}
                  onClick={() => {
                    onSettle(name, merged.both[name] ?? '');
                  }}
                >
                  Use theirs
                </Button>
                <Button
                  variant="default"
                  aria-label={`Keep mine for ${labels[name]}`}
                  onClick={() => {
                    onSettle(name, form[name]);
                  }}
                >
                  Keep mine
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
}

function displayValue(name: FieldName, value: string): string {
  if (value === '') return '(empty)';
  if (name === 'dateOfBirth') return formatLongDate(value);
  return name === 'phoneNumber' || name === 'bestNumber' ? formatPhone(value) : value;
}

/** The newest view out of a refusal because ours was stale. */
function newestOf(failure: unknown): PersonView | null {
  if (!(failure instanceof ApiError) || failure.code !== 'STALE_VERSION') return null;
  return isPerson(failure.current) ? failure.current : null;
}

function isPerson(value: unknown): value is PersonView {
  return typeof value === 'object' && value !== null && 'HealthDocuments' in value && 'version' in value;
}
