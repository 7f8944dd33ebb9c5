// SPDX-License-Identifier: AGPL-3.0-or-later

// The health document of a sign-up or a profile: BC Services Card, else Canadian health card, else
// passport; what is checked before it is sent, and how it is sent. The server checks all of it again.
import type { HealthDocument } from '../../api/generated/schema';
import type { Fault } from '../../ui/forms/faults';
import { withoutSeparators, type Check, isEmptyText, faultsIn } from './checks';

type Answer = 'yes' | 'no' | '';

export interface DocumentParts {
  readonly hasBcCard: Answer;
  readonly hasHealthCard: Answer;
  readonly hasPassport: Answer;
  readonly BCCardNumber: string;
  readonly confirmBCCardNumber: string;
  readonly HealthCardNumber: string;
  readonly confirmHealthCardNumber: string;
  readonly HealthCardProvince: string;
  readonly PassportNumber: string;
  readonly confirmPassportNumber: string;
  readonly PassportCountryId: string;
  readonly isPrivatePay: boolean;
  readonly healthDocument: File | null;
  readonly healthDocumentBack: File | null;
}

export const NO_DOCUMENT: DocumentParts = {
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
  healthDocument: null,
  healthDocumentBack: null,
};

/** What this deployment asks for, from the public settings. */
export interface DocumentRules {
  readonly otherProvinces: boolean;
  readonly cardUpload: boolean;
}

const CHECK_WEIGHTS = [2, 4, 8, 5, 10, 9, 7, 3];

/** The check digit of a BC Services Card, on 10 digits or 13 with three zeros before them. */
export function isBcCardNumber(text: string): boolean {
  const digits = withoutSeparators(text).replace(/^000(?=\d{10}$)/, '');
  if (!/^9\d{9}$/.test(digits)) return false;
  const sum = CHECK_WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at + 1]), 0);
  return 11 - (sum % 11) === Number(digits[9]);
}

/** Private pay hides the card; other documents count only where the deployment allows them. */
export function documentFaults(form: DocumentParts, rules: DocumentRules): Fault[] {
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
      wrong: bc && isEmptyText(form.BCCardNumber),
      message: 'BC Services Card Number is required',
    },
    {
      field: 'BCCardNumber',
      wrong: bc && !isBcCardNumber(form.BCCardNumber),
      message: 'Invalid BC Card Number',
    },
    {
      field: 'confirmBCCardNumber',
      wrong: bc && isEmptyText(form.confirmBCCardNumber),
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
      wrong: health && isEmptyText(form.HealthCardNumber),
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
      wrong: passport && isEmptyText(form.PassportNumber),
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
      field: 'healthDocument',
      wrong: rules.cardUpload && form.healthDocument === null,
      message: 'Upload Card Image is Required',
    },
  ]);
}

function pair(
  field: keyof DocumentParts,
  asked: boolean,
  copy: string,
  original: string,
  name: string,
): Check {
  return {
    field,
    wrong: asked && withoutSeparators(copy) !== withoutSeparators(original),
    message: `Confirm ${name} doesn't match ${name}`,
  };
}

type DocumentFields = Pick<
  HealthDocument,
  | 'isPrivatePay'
  | 'BCCardNumber'
  | 'HealthCardNumber'
  | 'HealthCardProvince'
  | 'PassportNumber'
  | 'PassportCountryId'
>;

/** The numbers that were asked for, under the names of the calls. */
export function documentFields(form: DocumentParts): DocumentFields {
  if (form.isPrivatePay) return { isPrivatePay: 'true' };
  return {
    isPrivatePay: 'false',
    ...(form.hasBcCard === 'yes' ? { BCCardNumber: withoutSeparators(form.BCCardNumber) } : {}),
    ...(form.hasHealthCard === 'yes'
      ? {
          HealthCardNumber: withoutSeparators(form.HealthCardNumber),
          HealthCardProvince: form.HealthCardProvince,
        }
      : {}),
    ...(form.hasPassport === 'yes'
      ? {
          PassportNumber: withoutSeparators(form.PassportNumber),
          PassportCountryId: form.PassportCountryId,
        }
      : {}),
  };
}
