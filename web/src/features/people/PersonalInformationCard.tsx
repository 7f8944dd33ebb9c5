// SPDX-License-Identifier: AGPL-3.0-or-later

// Profile, Personal Information: who one is and where one lives. What cannot be changed says why.
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { UserView } from '../../api/generated/schema';
import { useOptions, useSettings } from '../../api/queries';
import { session } from '../../api/session';
import { toast } from '../../ui/feedback/toasts';
import { ImageField } from '../../ui/files/ImageField';
import { DateOfBirth } from '../../ui/forms/DateOfBirth';
import { type Faults, useFaults } from '../../ui/forms/faults';
import { PhoneBoxes } from '../../ui/forms/PhoneBoxes';
import type { ProfileStatus } from '../../ui/forms/SaveStatus';
import { formatLongDate, formatPhone } from '../../ui/format';
import { Facts } from '../../ui/page/Card';
import { EditCard } from '../../ui/page/EditCard';
import { savePersonalInformation } from './commands';
import classes from './people.module.css';
import { type PersonalForm, personalFaults, personalFormOf, personalRequest } from './personalInformation';

interface PersonalInformationCardProps {
  readonly me: UserView;
  readonly editing: boolean;
  readonly blocked: boolean;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

export function PersonalInformationCard({
  me,
  editing,
  blocked,
  onEdit,
  onClose,
}: PersonalInformationCardProps) {
  const person = me.Person;
  const [form, setForm] = useState<PersonalForm>(() => personalFormOf(person));
  const [status, setStatus] = useState<ProfileStatus | null>(null);
  const saved = () => {
    setStatus('saved');
    toast.success('Update personal information successful');
    onClose();
  };
  const faults = useFaults(
    editing
      ? {
          typed: form,
          stored: personalFormOf(person),
          onSeen: saved,
          keep: { name: 'personal info', restore: (typed) => set(typed) },
        }
      : null,
  );
  const set = (change: Partial<PersonalForm>) => {
    setForm((before) => ({ ...before, ...change }));
    setStatus('changed');
    for (const field of Object.keys(change)) faults.clear(field === 'photo' ? 'file' : field);
  };
  const start = () => {
    setForm(personalFormOf(person));
    setStatus(null);
    faults.clear();
    onEdit();
  };
  const cancel = () => {
    setStatus(null);
    faults.clear();
    onClose();
  };
  const save = async () => {
    const found = personalFaults(form, me.Role);
    faults.set(found);
    if (found.length > 0 || status === 'updating') return;
    setStatus('updating');
    try {
      const Person = await savePersonalInformation(person._id, personalRequest(form, person, me.Role));
      session.setUser({ ...me, Person });
      saved();
    } catch (failure) {
      setStatus('changed');
      void session.changeFailed(failure);
      faults.fromError(failure);
    }
  };
  const patient = me.Role === 'ROLE_PATIENT';
  return (
    <EditCard
      title="Personal Information"
      summary={[`${person.FirstName} ${person.LastName}`, person.City].filter(Boolean).join(', ')}
      editing={editing}
      blocked={blocked}
      onEdit={start}
      onCancel={cancel}
      onSave={() => void save()}
      status={status}
      faults={faults}
      shown={
        <Facts
          items={[
            ['First name', person.FirstName],
            ['Last name', person.LastName],
            ...(patient
              ? ([
                  ['Date of birth', person.DateOfBirth ? formatLongDate(person.DateOfBirth) : ''],
                  ['Street address', person.Address],
                  ['City', person.City],
                  ['Province', person.Province],
                  ['Postal code', person.PostalCode],
                  ['Best phone', formatPhone(person.BestPhoneNumber)],
                ] as const)
              : []),
            ['Cell phone', formatPhone(person.PhoneNumber)],
          ]}
        />
      }
      form={<Fields me={me} form={form} set={set} faults={faults} />}
    />
  );
}

interface FieldsProps {
  readonly me: UserView;
  readonly form: PersonalForm;
  readonly set: (change: Partial<PersonalForm>) => void;
  readonly faults: Faults;
}

/** Why name and date of birth stand as they are; null when they may be corrected. */
function whyLocked(me: UserView, support: string): string | null {
  if (me.Role !== 'ROLE_PATIENT')
    return `To change your name or date of birth, email your request to the clinic: ${support}`;
  if (me.Person.nameLocked)
    return `Your name and date of birth appear on prescriptions. To correct them, email the clinic: ${support}`;
  return null;
}

function Fields({ me, form, set, faults }: FieldsProps) {
  const { supportEmail, profileUpload } = useSettings();
  const options = useOptions();
  const locked = whyLocked(me, supportEmail);
  const patient = me.Role === 'ROLE_PATIENT';
  const text = (
    field: 'FirstName' | 'LastName' | 'Address' | 'City' | 'PostalCode',
    label: string,
    autoComplete: string,
  ) => (
    <TextInput
      id={field}
      label={label}
      autoComplete={autoComplete}
      value={form[field]}
      error={faults.error(field)}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <>
      {locked === null ? (
        <>
          <div className={classes['two']}>
            {text('FirstName', 'First name', 'given-name')}
            {text('LastName', 'Last name', 'family-name')}
          </div>
          <DateOfBirth
            id="DateOfBirth"
            label="Date of birth"
            hint="You can’t change your name or date of birth after your first request."
            value={form.DateOfBirth}
            error={faults.error('DateOfBirth')}
            onChange={(DateOfBirth) => set({ DateOfBirth })}
          />
        </>
      ) : (
        <>
          <Facts
            columns={3}
            items={[
              ['First name', form.FirstName],
              ['Last name', form.LastName],
              ['Date of birth', form.DateOfBirth === '' ? '' : formatLongDate(form.DateOfBirth)],
            ]}
          />
          <p className={classes['hint']}>{locked}</p>
        </>
      )}
      {patient && (
        <>
          {text('Address', 'Street address', 'street-address')}
          <div className={classes['place']}>
            {text('City', 'City', 'address-level2')}
            <NativeSelect
              id="Province"
              label="Province"
              autoComplete="address-level1"
              value={form.Province}
              error={faults.error('Province')}
              data={[...(options.data?.provinces ?? [form.Province])]}
              onChange={(event) => set({ Province: event.currentTarget.value })}
            />
            {text('PostalCode', 'Postal code', 'postal-code')}
          </div>
          <PhoneBoxes
            id="BestPhoneNumber"
            label="Best phone"
            value={form.BestPhoneNumber}
            error={faults.error('BestPhoneNumber')}
            onChange={(BestPhoneNumber) => set({ BestPhoneNumber })}
          />
        </>
      )}
      <Facts columns={1} items={[['Cell phone', formatPhone(me.Person.PhoneNumber)]]} />
      {patient && (
        <p className={classes['hint']}>
          You can’t change this number yourself. If it has changed, write to {supportEmail}.
        </p>
      )}
      {profileUpload && (
        <ImageField
          id="file"
          label="Photo of yourself (optional)"
          hint="A PNG or JPEG picture. Leave empty to keep your current photo."
          camera="user"
          file={form.photo}
          error={faults.error('file')}
          onChange={(photo) => set({ photo })}
          onRefuse={(message) => faults.add({ field: 'file', message })}
        />
      )}
    </>
  );
}
