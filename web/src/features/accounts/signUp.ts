// SPDX-License-Identifier: AGPL-3.0-or-later

// The data of the sign-up form and what is checked before it is sent. The server checks all of it
// again and more; its faults come back under the same field names.
import type { RegistrationForm } from '../../api/generated/schema';
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

/** The request: only what was answered, never the confirming copies. */
export function requestOf(form: SignUp, captcha: string | null): RegistrationForm {
  const answered = (text: string) => (text === '' ? undefined : text);
  return {
    FirstName: answered(form.FirstName.trim()),
    LastName: answered(form.LastName.trim()),
    DateOfBirth: answered(form.DateOfBirth.trim()),
    Address: answered(form.Address.trim()),
    City: answered(form.City.trim()),
    Province: answered(form.Province.trim()),
    PostalCode: answered(form.PostalCode.trim()),
    PhoneNumber: answered(form.PhoneNumber.trim()),
    BestPhoneNumber: answered(form.BestPhoneNumber.trim()),
    Email: answered(form.Email.trim()),
    Password: answered(form.Password),
    ...documentFields(form),
    profileImage: form.profileImage ?? undefined,
    healthDocument: (!form.isPrivatePay && form.healthDocument) || undefined,
    healthDocumentBack: (!form.isPrivatePay && form.healthDocumentBack) || undefined,
    ...consentsOf(form),
    captcha: captcha ?? undefined,
  };
}

/** Every consent by its name, given or not. */
export function consentsOf(form: SignUp) {
  return {
    consentCommunication: String(form.consentCommunication),
    consentPharmaNetPolicy: String(form.consentPharmaNetPolicy),
    consentPrivacyPolicy: String(form.consentPrivacyPolicy),
    consentTermsOfUse: String(form.consentTermsOfUse),
  };
}
