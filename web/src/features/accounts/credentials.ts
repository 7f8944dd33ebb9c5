// SPDX-License-Identifier: AGPL-3.0-or-later

// Phones, e-mail and password: each with its confirming copy, checked alike at the sign-up, at the
// office's sign-up, on the profile and after a recovery.
import type { Fault } from '../../ui/forms/faults';
import { isEmptyText, faultsIn } from './checks';

export interface PhoneParts {
  readonly PhoneNumber: string;
  readonly confirmPhoneNumber: string;
}

export interface BestPhoneParts {
  readonly BestPhoneNumber: string;
  readonly sameAsCell: boolean;
}

export interface EmailParts {
  readonly Email: string;
  readonly confirmEmail: string;
}

export interface PasswordParts {
  readonly Password: string;
  readonly confirmPassword: string;
}

/** Ten digits, area code and exchange beginning with 2 to 9. */
export function isPhone(digits: string): boolean {
  return /^[2-9]\d{2}[2-9]\d{6}$/.test(digits);
}

export const PASSWORD_RULES: readonly {
  readonly text: string;
  readonly fits: (password: string) => boolean;
}[] = [
  { text: '8 or more characters', fits: (password) => password.length >= 8 },
  { text: 'an uppercase letter', fits: (password) => /[A-Z]/.test(password) },
  { text: 'a lowercase letter', fits: (password) => /[a-z]/.test(password) },
  { text: 'a digit', fits: (password) => /\d/.test(password) },
  { text: 'letters and numbers only', fits: (password) => /^[A-Za-z0-9]+$/.test(password) },
];

/** What a password still lacks, as one sentence; empty when nothing. */
function stillNeeded(password: string): string {
  const missing = PASSWORD_RULES.filter((rule) => !rule.fits(password)).map((rule) => rule.text);
  return missing.length === 0 ? '' : `The password still needs: ${missing.join(', ')}`;
}

export const MISMATCH = {
  phone: "Confirm Cell Phone Number doesn't match Cell Phone Number",
  email: "Confirm Email doesn't match Email",
  password: "Confirm Password doesn't match Password",
} as const;

export function phoneFaults(form: PhoneParts): Fault[] {
  return faultsIn([
    { field: 'PhoneNumber', wrong: form.PhoneNumber === '', message: 'Cell Phone is required' },
    { field: 'PhoneNumber', wrong: !isPhone(form.PhoneNumber), message: 'Please Enter a Valid Phone Number' },
    {
      field: 'confirmPhoneNumber',
      wrong: form.PhoneNumber !== '' && form.confirmPhoneNumber === '',
      message: 'Confirm Cell Phone is required',
    },
    {
      field: 'confirmPhoneNumber',
      wrong: form.confirmPhoneNumber !== form.PhoneNumber,
      message: MISMATCH.phone,
    },
  ]);
}

export function bestPhoneFaults(form: BestPhoneParts): Fault[] {
  return faultsIn([
    {
      field: 'BestPhoneNumber',
      wrong: form.BestPhoneNumber === '',
      message: 'Best reach phone number is required',
    },
    {
      field: 'BestPhoneNumber',
      wrong: !isPhone(form.BestPhoneNumber),
      message: 'Please Enter a Valid Best Phone Number to reach you',
    },
  ]);
}

export function emailFaults(form: EmailParts): Fault[] {
  return faultsIn([
    { field: 'Email', wrong: isEmptyText(form.Email), message: 'Email is required' },
    {
      field: 'confirmEmail',
      wrong: !isEmptyText(form.Email) && isEmptyText(form.confirmEmail),
      message: 'Confirm Email is required',
    },
    {
      field: 'confirmEmail',
      wrong: form.confirmEmail.trim() !== form.Email.trim(),
      message: MISMATCH.email,
    },
  ]);
}

export function passwordFaults(form: PasswordParts): Fault[] {
  const lacking = stillNeeded(form.Password);
  return faultsIn([
    { field: 'Password', wrong: form.Password === '', message: 'Password is required' },
    { field: 'Password', wrong: lacking !== '', message: lacking },
    {
      field: 'confirmPassword',
      wrong: form.Password !== '' && form.confirmPassword === '',
      message: 'Confirm Password is required',
    },
    {
      field: 'confirmPassword',
      wrong: form.confirmPassword !== form.Password,
      message: MISMATCH.password,
    },
  ]);
}

/** The form after a recovery has words of its own (specification 000 section 5). */
export function newPasswordFaults(form: PasswordParts): Fault[] {
  const lacking = stillNeeded(form.Password);
  return faultsIn([
    { field: 'Password', wrong: form.Password === '', message: 'Password is required.' },
    { field: 'Password', wrong: lacking !== '', message: lacking },
    {
      field: 'confirmPassword',
      wrong: form.confirmPassword === '',
      message: 'Confirm password is required.',
    },
    {
      field: 'confirmPassword',
      wrong: form.confirmPassword !== form.Password,
      message: MISMATCH.password,
    },
  ]);
}
