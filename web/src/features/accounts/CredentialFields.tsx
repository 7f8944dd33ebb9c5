// SPDX-License-Identifier: AGPL-3.0-or-later

// The fields of credentials, each pair compared when it is left. Sign-up, profile, e-mail change and
// recovery put them together as they need.
import { Checkbox, TextInput } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import type { Faults } from '../../ui/forms/faults';
import { PasswordField } from '../../ui/forms/PasswordField';
import { PhoneBoxes } from '../../ui/forms/PhoneBoxes';
import {
  type BestPhoneParts,
  type EmailParts,
  isPhone,
  MISMATCH,
  PASSWORD_RULES,
  type PasswordParts,
  type PhoneParts,
} from './credentials';
import classes from './registration.module.css';

/** A part of a form: its values, how they change, what is wrong with them. */
export interface PartProps<T> {
  readonly form: T;
  readonly set: (change: Partial<T>) => void;
  readonly faults: Faults;
}

/** On leaving one of a pair: the message beside the copy, or none any more. */
function compare(faults: Faults, field: string, copy: string, original: string, message: string): void {
  if (copy !== '' && copy !== original) faults.add({ field, message });
  else faults.clear(field);
}

export function PhonePair({ form, set, faults }: PartProps<PhoneParts & Partial<BestPhoneParts>>) {
  const comparePhones = () =>
    compare(faults, 'confirmPhoneNumber', form.confirmPhoneNumber, form.PhoneNumber, MISMATCH.phone);
  return (
    <div className={classes['two']}>
      <PhoneBoxes
        id="PhoneNumber"
        label="Cell phone"
        autoComplete
        value={form.PhoneNumber}
        error={faults.error('PhoneNumber')}
        onChange={(PhoneNumber) =>
          set(form.sameAsCell ? { PhoneNumber, BestPhoneNumber: PhoneNumber } : { PhoneNumber })
        }
        onBlur={() => {
          if (form.PhoneNumber !== '' && !isPhone(form.PhoneNumber))
            faults.add({ field: 'PhoneNumber', message: 'Please Enter a Valid Phone Number' });
          comparePhones();
        }}
      />
      <PhoneBoxes
        id="confirmPhoneNumber"
        label="Confirm cell phone"
        value={form.confirmPhoneNumber}
        error={faults.error('confirmPhoneNumber')}
        onChange={(confirmPhoneNumber) => set({ confirmPhoneNumber })}
        onBlur={comparePhones}
      />
    </div>
  );
}

/** `cell` is copied while "Same as cell phone" is ticked, and cleared when it is unticked. */
export function BestPhone({
  form,
  set,
  faults,
  cell,
}: PartProps<BestPhoneParts> & { readonly cell: string }) {
  return (
    <div className={classes['best']}>
      <PhoneBoxes
        id="BestPhoneNumber"
        label="Best phone number to reach you"
        value={form.BestPhoneNumber}
        disabled={form.sameAsCell}
        error={faults.error('BestPhoneNumber')}
        onChange={(BestPhoneNumber) => set({ BestPhoneNumber })}
        onBlur={() => {
          if (form.BestPhoneNumber !== '' && !isPhone(form.BestPhoneNumber))
            faults.add({
              field: 'BestPhoneNumber',
              message: 'Please Enter a Valid Best Phone Number to reach you',
            });
        }}
      />
      <Checkbox
        label="Same as cell phone"
        checked={form.sameAsCell}
        onChange={(event) => {
          const sameAsCell = event.currentTarget.checked;
          set({ sameAsCell, BestPhoneNumber: sameAsCell ? cell : '' });
        }}
      />
    </div>
  );
}

interface EmailPairProps extends PartProps<EmailParts> {
  readonly labels?: readonly [string, string];
  /** Why the address cannot be another one. */
  readonly fixed?: string | undefined;
}

export function EmailPair({ form, set, faults, labels = ['Email', 'Confirm email'], fixed }: EmailPairProps) {
  const compareEmails = () =>
    compare(faults, 'confirmEmail', form.confirmEmail.trim(), form.Email.trim(), MISMATCH.email);
  if (fixed !== undefined) {
    return (
      <TextInput id="Email" label={labels[0]} type="email" value={form.Email} description={fixed} readOnly />
    );
  }
  return (
    <div className={classes['two']}>
      <TextInput
        id="Email"
        label={labels[0]}
        type="email"
        autoComplete="email"
        value={form.Email}
        error={faults.error('Email')}
        onChange={(event) => set({ Email: event.currentTarget.value })}
        onBlur={compareEmails}
      />
      <TextInput
        id="confirmEmail"
        label={labels[1]}
        type="email"
        autoComplete="email"
        value={form.confirmEmail}
        error={faults.error('confirmEmail')}
        onChange={(event) => set({ confirmEmail: event.currentTarget.value })}
        onBlur={compareEmails}
      />
    </div>
  );
}

interface PasswordPairProps extends PartProps<PasswordParts> {
  readonly labels?: readonly [string, string];
  /** One below the other, where there is no room for two. */
  readonly stacked?: boolean;
}

export function PasswordPair({
  form,
  set,
  faults,
  labels = ['Password', 'Confirm password'],
  stacked = false,
}: PasswordPairProps) {
  const comparePasswords = () =>
    compare(faults, 'confirmPassword', form.confirmPassword, form.Password, MISMATCH.password);
  return (
    <>
      <div className={classes[stacked ? 'stacked' : 'two']}>
        <PasswordField
          id="Password"
          label={labels[0]}
          autoComplete="new-password"
          describedBy="password-rules"
          value={form.Password}
          error={faults.error('Password')}
          onChange={(Password) => set({ Password })}
          onBlur={comparePasswords}
        />
        <PasswordField
          id="confirmPassword"
          label={labels[1]}
          autoComplete="new-password"
          value={form.confirmPassword}
          error={faults.error('confirmPassword')}
          onChange={(confirmPassword) => set({ confirmPassword })}
          onBlur={comparePasswords}
        />
      </div>
      <PasswordRules password={form.Password} />
    </>
  );
}

function PasswordRules({ password }: { readonly password: string }) {
  return (
    <ul id="password-rules" className={classes['rules']}>
      {PASSWORD_RULES.map((rule) => {
        const fits = rule.fits(password);
        return (
          <li key={rule.text} data-fits={fits || undefined}>
            {fits ? (
              <IconCircleCheck size={18} aria-hidden="true" />
            ) : (
              <IconCircle size={18} aria-hidden="true" />
            )}
            {rule.text}
            <span className="s-visually-hidden">{fits ? ', done' : ', still needed'}</span>
          </li>
        );
      })}
    </ul>
  );
}
