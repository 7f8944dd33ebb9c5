// The data of the sign-up form and what is checked before it is sent. The server checks all of it
// again and more; its faults come back under the same field names.
import type { Fault } from '../../ui/forms/faults';

export interface SignUp {
  readonly FirstName: string;
  readonly LastName: string;
  readonly DateOfBirth: string;
  readonly Address: string;
  readonly City: string;
  readonly Province: string;
  readonly PostalCode: string;
  readonly hasBcCard: 'yes' | 'no' | '';
  readonly hasHealthCard: 'yes' | 'no' | '';
  readonly hasPassport: 'yes' | 'no' | '';
  readonly BCCardNumber: string;
  readonly confirmBCCardNumber: string;
  readonly HealthCardNumber: string;
  readonly confirmHealthCardNumber: string;
  readonly HealthCardProvince: string;
  readonly PassportNumber: string;
  readonly confirmPassportNumber: string;
  readonly PassportCountryId: string;
  readonly isPrivatePay: boolean;
  readonly files: readonly File[];
  readonly PhoneNumber: string;
  readonly confirmPhoneNumber: string;
  readonly BestPhoneNumber: string;
  readonly sameAsCell: boolean;
  readonly Email: string;
  readonly confirmEmail: string;
  readonly Password: string;
  readonly confirmPassword: string;
  readonly consentCommunication: boolean;
  readonly consentPharmaNetPolicy: boolean;
  readonly consentPrivacyPolicy: boolean;
  readonly consentTermsOfUse: boolean;
}

export type SignUpField = keyof SignUp;
export type SetSignUp = (change: Partial<SignUp>) => void;

export const EMPTY: SignUp = {
  FirstName: '',
  LastName: '',
  DateOfBirth: '',
  Address: '',
  City: '',
  Province: 'BC',
  PostalCode: '',
  hasBcCard: '',
  hasHealthCard: '',
  hasPassport: '',
  BCCardNumber: '',
  confirmBCCardNumber: '',
  HealthCardNumber: '',
  confirmHealthCardNumber: '',
  HealthCardProvince: '',
  PassportNumber: '',
  confirmPassportNumber: '',
  PassportCountryId: '',
  isPrivatePay: false,
  files: [],
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
export interface SignUpRules {
  readonly product: string;
  readonly otherProvinces: boolean;
  readonly cardUpload: boolean;
}

/** Specification section 5. */
const MINIMUM_AGE = 19;
const CHECK_WEIGHTS = [2, 4, 8, 5, 10, 9, 7, 3];

export function tooYoung(product: string): string {
  return `You must be 19 years or older to access ${product}`;
}

export function isOldEnough(birth: string, today: Date): boolean {
  const [year = 0, month = 0, day = 0] = birth.split('-').map(Number);
  const limit = new Date(today.getFullYear() - MINIMUM_AGE, today.getMonth(), today.getDate());
  return new Date(year, month - 1, day).getTime() <= limit.getTime();
}

const bare = (text: string): string => text.replaceAll(/[\s-]/g, '');

/** The check digit of a BC Services Card, on 10 digits or 13 with three zeros before them. */
export function isBcCardNumber(text: string): boolean {
  const digits = bare(text).replace(/^000(?=\d{10}$)/, '');
  if (!/^9\d{9}$/.test(digits)) return false;
  const sum = CHECK_WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at + 1]), 0);
  return 11 - (sum % 11) === Number(digits[9]);
}

/** Ten digits, area code and exchange beginning with 2 to 9. */
export function isPhone(digits: string): boolean {
  return /^[2-9]\d{2}[2-9]\d{6}$/.test(digits);
}

interface Check {
  readonly field: SignUpField;
  readonly wrong: boolean;
  readonly message: string;
}

function faultsIn(checks: readonly Check[]): Fault[] {
  // The first thing wrong with a field is enough.
  const seen = new Set<string>();
  return checks.flatMap((check) => {
    if (!check.wrong || seen.has(check.field)) return [];
    seen.add(check.field);
    return [{ field: check.field, message: check.message }];
  });
}

const empty = (text: string): boolean => text.trim() === '';

export function personalFaults(form: SignUp, rules: SignUpRules, today: Date): Fault[] {
  return faultsIn([
    { field: 'FirstName', wrong: empty(form.FirstName), message: 'Valid first name is required' },
    { field: 'LastName', wrong: empty(form.LastName), message: 'Valid last name is required' },
    { field: 'DateOfBirth', wrong: form.DateOfBirth === '', message: 'Date of birth is required' },
    {
      field: 'DateOfBirth',
      wrong: form.DateOfBirth !== '' && !isOldEnough(form.DateOfBirth, today),
      message: tooYoung(rules.product),
    },
    ...(['Address', 'City', 'Province', 'PostalCode'] as const).map((field) => ({
      field,
      wrong: empty(form[field]),
      message: `${field} is Required`,
    })),
  ]);
}

/** Private pay hides the card; other documents count only where the deployment allows them. */
export function documentFaults(form: SignUp, rules: SignUpRules): Fault[] {
  const bc = form.hasBcCard === 'yes';
  const health = form.hasBcCard === 'no' && form.hasHealthCard === 'yes';
  const passport = form.hasBcCard === 'no' && form.hasHealthCard === 'no' && form.hasPassport === 'yes';
  const elsewhere = rules.otherProvinces && form.hasBcCard === 'no';
  if (form.isPrivatePay) return [];
  return faultsIn([
    { field: 'hasBcCard', wrong: form.hasBcCard === '', message: 'BC Services Card Number is required' },
    {
      field: 'hasBcCard',
      wrong: form.hasBcCard === 'no' && !elsewhere,
      message: 'BC Services Card Number is required',
    },
    {
      field: 'BCCardNumber',
      wrong: bc && empty(form.BCCardNumber),
      message: 'BC Services Card Number is required',
    },
    {
      field: 'BCCardNumber',
      wrong: bc && !isBcCardNumber(form.BCCardNumber),
      message: 'Invalid BC Card Number',
    },
    {
      field: 'confirmBCCardNumber',
      wrong: bc && empty(form.confirmBCCardNumber),
      message: 'Confirm BC Services Card Number is required',
    },
    pair('confirmBCCardNumber', bc, form.confirmBCCardNumber, form.BCCardNumber, 'BC Services Card Number'),
    {
      field: 'hasHealthCard',
      wrong: elsewhere && form.hasHealthCard === '',
      message: 'Canadian health card number is required',
    },
    {
      field: 'HealthCardNumber',
      wrong: health && empty(form.HealthCardNumber),
      message: 'Canadian health card number is required',
    },
    pair(
      'confirmHealthCardNumber',
      health,
      form.confirmHealthCardNumber,
      form.HealthCardNumber,
      'Canadian Health Card Number',
    ),
    {
      field: 'HealthCardProvince',
      wrong: health && form.HealthCardProvince === '',
      message: 'Please choose the province of the health card',
    },
    {
      field: 'hasPassport',
      wrong: elsewhere && form.hasHealthCard === 'no' && form.hasPassport !== 'yes',
      message: 'Passport number is required',
    },
    {
      field: 'PassportNumber',
      wrong: passport && empty(form.PassportNumber),
      message: 'Passport number is required',
    },
    pair(
      'confirmPassportNumber',
      passport,
      form.confirmPassportNumber,
      form.PassportNumber,
      'Passport Number',
    ),
    {
      field: 'PassportCountryId',
      wrong: passport && form.PassportCountryId === '',
      message: 'Please choose the country of the passport',
    },
    {
      field: 'files',
      wrong: rules.cardUpload && form.files.length === 0,
      message: 'Upload Card Image is Required',
    },
  ]);
}

function pair(field: SignUpField, asked: boolean, copy: string, original: string, name: string): Check {
  return {
    field,
    wrong: asked && bare(copy) !== bare(original),
    message: `Confirm ${name} doesn't match ${name}`,
  };
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

export function credentialFaults(form: SignUp): Fault[] {
  const missing = PASSWORD_RULES.filter((rule) => !rule.fits(form.Password)).map((rule) => rule.text);
  return faultsIn([
    { field: 'PhoneNumber', wrong: form.PhoneNumber === '', message: 'Cell Phone is required' },
    { field: 'PhoneNumber', wrong: !isPhone(form.PhoneNumber), message: 'Please Enter a Valid Phone Number' },
    {
      field: 'confirmPhoneNumber',
      wrong: form.confirmPhoneNumber !== form.PhoneNumber,
      message: "Confirm Cell Phone Number doesn't match Cell Phone Number",
    },
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
    { field: 'Email', wrong: empty(form.Email), message: 'Email is required' },
    {
      field: 'confirmEmail',
      wrong: form.confirmEmail.trim() !== form.Email.trim(),
      message: "Confirm Email doesn't match Email",
    },
    { field: 'Password', wrong: form.Password === '', message: 'Password is required' },
    {
      field: 'Password',
      wrong: missing.length > 0,
      message: `The password still needs: ${missing.join(', ')}`,
    },
    {
      field: 'confirmPassword',
      wrong: form.confirmPassword !== form.Password,
      message: "Confirm Password doesn't match Password",
    },
  ]);
}

const STEP_FIELDS: readonly (readonly SignUpField[])[] = [
  ['FirstName', 'LastName', 'DateOfBirth', 'Address', 'City', 'Province', 'PostalCode'],
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
    'files',
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
  if (!form.isPrivatePay) {
    if (form.hasBcCard === 'yes') put('BCCardNumber', bare(form.BCCardNumber));
    if (form.hasHealthCard === 'yes') {
      put('HealthCardNumber', bare(form.HealthCardNumber));
      put('HealthCardProvince', form.HealthCardProvince);
    }
    if (form.hasPassport === 'yes') {
      put('PassportNumber', bare(form.PassportNumber));
      put('PassportCountryId', form.PassportCountryId);
    }
    for (const file of form.files) data.append('files', file);
  }
  data.set('isPrivatePay', String(form.isPrivatePay));
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
