// SPDX-License-Identifier: AGPL-3.0-or-later

// The data of the sign-up form and what is checked before it is sent. The server checks all of it
// again and more; its faults come back under the same field names.
import type { Fault } from '../../ui/forms/faults';
import { clinicDay } from '../../ui/format';
import { isEmptyText, faultsIn } from './checks';
import {
  type BestPhoneParts,
  bestPhoneFaults,
  type EmailParts,
  emailFaults,
  type PasswordParts,
  passwordFaults,
  type PhoneParts,
  phoneFaults,
} from './credentials';
import { type DocumentParts, type DocumentRules, documentFields, NO_DOCUMENT } from './documents';

export interface SignUp extends DocumentParts, PhoneParts, BestPhoneParts, EmailParts, PasswordParts {
  readonly FirstName: string;
  readonly LastName: string;
  readonly DateOfBirth: string;
  readonly Address: string;
  readonly City: string;
  readonly Province: string;
  readonly PostalCode: string;
  readonly profileImage: File | null;
  readonly consentCommunication: boolean;
  readonly consentPharmaNetPolicy: boolean;
  readonly consentPrivacyPolicy: boolean;
  readonly consentTermsOfUse: boolean;
}

type SignUpField = keyof SignUp;
export type SetSignUp = (change: Partial<SignUp>) => void;

export const EMPTY: SignUp = {
  FirstName: '',
  LastName: '',
  DateOfBirth: '',
  Address: '',
  City: '',
  Province: 'BC',
  PostalCode: '',
  ...NO_DOCUMENT,
  profileImage: null,
  PhoneNumber: '',
  confirmPhoneNumber: '',
  BestPhoneNumber: '',
  sameAsCell: false,
  Email: '',
  confirmEmail: '',
  Password: '',
  confirmPassword: '',
  consentCommunication: false,
  consentPharmaNetPolicy: false,
  consentPrivacyPolicy: false,
  consentTermsOfUse: false,
};

/** What this deployment asks for, from the public settings. */
interface SignUpRules extends DocumentRules {
  readonly product: string;
  readonly profileUpload: boolean;
}

/** Specification section 5. */
const MINIMUM_AGE = 19;

export function tooYoung(product: string): string {
  return `You must be 19 years or older to access ${product}`;
}

/** The calendar day where the service is, whatever the device's clock is set to (decision 153). */
export function todayInVancouver(now: Date): Date {
  const [year = 0, month = 1, day = 1] = clinicDay(now).split('-').map(Number);
  return new Date(year, month - 1, day);
}

export function isOldEnough(birth: string, today: Date): boolean {
  const [year = 0, month = 0, day = 0] = birth.split('-').map(Number);
  const limit = new Date(today.getFullYear() - MINIMUM_AGE, today.getMonth(), today.getDate());
  return new Date(year, month - 1, day).getTime() <= limit.getTime();
}

export function personalFaults(form: SignUp, rules: SignUpRules, today: Date): Fault[] {
  return faultsIn([
    { field: 'FirstName', wrong: isEmptyText(form.FirstName), message: 'Valid first name is required' },
    { field: 'LastName', wrong: isEmptyText(form.LastName), message: 'Valid last name is required' },
    { field: 'DateOfBirth', wrong: form.DateOfBirth === '', message: 'Date of birth is required' },
    {
      field: 'DateOfBirth',
      wrong: form.DateOfBirth !== '' && !isOldEnough(form.DateOfBirth, today),
      message: tooYoung(rules.product),
    },
    ...(['Address', 'City', 'Province', 'PostalCode'] as const).map((field) => ({
      field,
      wrong: isEmptyText(form[field]),
      message: `${field} is Required`,
    })),
    {
      field: 'profileImage',
      wrong: rules.profileUpload && form.profileImage === null,
      message: 'Upload Profile Image is Required',
    },
  ]);
}

export function credentialFaults(form: SignUp): Fault[] {
  return [...phoneFaults(form), ...bestPhoneFaults(form), ...emailFaults(form), ...passwordFaults(form)];
}

const STEP_FIELDS: readonly (readonly SignUpField[])[] = [
  ['FirstName', 'LastName', 'DateOfBirth', 'Address', 'City', 'Province', 'PostalCode', 'profileImage'],
  [
    'hasBcCard',
    'hasHealthCard',
    'hasPassport',
    'BCCardNumber',
    'confirmBCCardNumber',
    'HealthCardNumber',
    'confirmHealthCardNumber',
    'HealthCardProvince',
    'PassportNumber',
    'confirmPassportNumber',
    'PassportCountryId',
    'isPrivatePay',
    'healthDocument',
    'healthDocumentBack',
  ],
  [
    'PhoneNumber',
    'confirmPhoneNumber',
    'BestPhoneNumber',
    'sameAsCell',
    'Email',
    'confirmEmail',
    'Password',
    'confirmPassword',
  ],
  ['consentCommunication', 'consentPharmaNetPolicy', 'consentPrivacyPolicy', 'consentTermsOfUse'],
];

/** Which of the four steps (0 to 3) holds a field; the last one for what is not a field. */
export function stepOf(field: string): number {
  const found = STEP_FIELDS.findIndex((fields) => fields.some((name) => name === field));
  return found < 0 ? 3 : found;
}

/** The request, as multipart: only what was answered, never the confirming copies. */
export function requestOf(form: SignUp, captcha: string | null): FormData {
  const data = new FormData();
  const put = (name: string, value: string) => {
    if (value !== '') data.set(name, value);
  };
  for (const name of [
    'FirstName',
    'LastName',
    'DateOfBirth',
    'Address',
    'City',
    'Province',
    'PostalCode',
    'PhoneNumber',
    'BestPhoneNumber',
    'Email',
  ] as const) {
    put(name, form[name].trim());
  }
  put('Password', form.Password);
  for (const [name, value] of documentFields(form)) put(name, value);
  for (const name of ['profileImage', 'healthDocument', 'healthDocumentBack'] as const) {
    const file = form[name];
    if (file !== null && !(form.isPrivatePay && name !== 'profileImage')) data.set(name, file);
  }
  for (const name of [
    'consentCommunication',
    'consentPharmaNetPolicy',
    'consentPrivacyPolicy',
    'consentTermsOfUse',
  ] as const) {
    data.set(name, String(form[name]));
  }
  if (captcha !== null) data.set('captcha', captcha);
  return data;
}
