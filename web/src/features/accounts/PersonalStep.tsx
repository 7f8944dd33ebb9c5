// SPDX-License-Identifier: AGPL-3.0-or-later

// Step 1 of the sign-up: who you are and where you live.
import { NativeSelect, TextInput } from '@mantine/core';
import { useOptions, useSettings } from '../../api/queries';
import { DateOfBirth } from '../../ui/forms/DateOfBirth';
import type { Faults } from '../../ui/forms/faults';
import { ImageField } from '../../ui/files/ImageField';
import classes from './registration.module.css';
import { isOldEnough, type SetSignUp, type SignUp, todayInVancouver, tooYoung } from './signUp';

export interface StepProps {
  readonly form: SignUp;
  readonly set: SetSignUp;
  readonly faults: Faults;
}

export function PersonalStep({ form, set, faults }: StepProps) {
  const { product, profileUpload } = useSettings();
  const options = useOptions();
  const provinces = options.data?.provinces ?? [form.Province];
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
  const birth = (day: string) => {
    if (day !== '' && !isOldEnough(day, todayInVancouver(new Date()))) {
      // The specification clears a date that is too young (section 5).
      set({ DateOfBirth: '' });
      faults.add({ field: 'DateOfBirth', message: tooYoung(product) });
    } else {
      set({ DateOfBirth: day });
    }
  };
  return (
    <>
      <div className={classes['two']}>
        {text('FirstName', 'First name', 'given-name')}
        {text('LastName', 'Last name', 'family-name')}
      </div>
      <DateOfBirth
        id="DateOfBirth"
        label="Date of birth"
        hint="You must be 19 years or older."
        value={form.DateOfBirth}
        onChange={birth}
        error={faults.error('DateOfBirth')}
      />
      {text('Address', 'Street address', 'street-address')}
      <div className={classes['place']}>
        {text('City', 'City', 'address-level2')}
        <NativeSelect
          id="Province"
          label="Province"
          autoComplete="address-level1"
          value={form.Province}
          error={faults.error('Province')}
          data={provinces}
          onChange={(event) => set({ Province: event.currentTarget.value })}
        />
        {text('PostalCode', 'Postal code', 'postal-code')}
      </div>
      {profileUpload && (
        <ImageField
          id="profileImage"
          label="Photo of yourself"
          hint="Helps the doctor confirm your identity. PNG or JPEG."
          camera="user"
          file={form.profileImage}
          error={faults.error('profileImage')}
          onChange={(profileImage) => set({ profileImage })}
          onRefuse={(message) => faults.add({ field: 'profileImage', message })}
        />
      )}
    </>
  );
}
