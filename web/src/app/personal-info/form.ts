// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The office's form of a patient: what it begins with, what is checked, what is
 * sent, and how two people's changes of one record come together.
 */
import type { HealthDocumentView, PatientInfo, PersonView } from '../../api/generated/schema';
import type { Fault } from '../../ui/forms/faults';
import { digitsOf } from '../../ui/forms/PhoneBoxes';
import { isBlank } from '../../ui/forms/blank';

/** The fields by the names that the call has for them. */
export interface PatientForm {
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
  readonly docNumber: string;
  readonly phoneNumber: string;
  readonly bestNumber: string;
  readonly address: string;
  readonly city: string;
  readonly province: string;
  readonly postalCode: string;
}

export type FieldName = keyof PatientForm;

/** The document whose number stands in the form: the first on file. */
function documentOf(person: PersonView): HealthDocumentView | undefined {
  return person.HealthDocuments[0];
}

/** What the number is called (2-back-office §2: default "BC Card"). */
function documentTypeOf(person: PersonView): string {
  return documentOf(person)?.Type ?? 'BC Card';
}

export function formOf(person: PersonView): PatientForm {
  return {
    firstName: person.FirstName,
    lastName: person.LastName,
    dateOfBirth: person.DateOfBirth ?? '',
    docNumber: documentOf(person)?.DocumentNumber ?? '',
    phoneNumber: digitsOf(person.PhoneNumber),
    bestNumber: digitsOf(person.BestPhoneNumber),
    address: person.Address,
    city: person.City,
    province: person.Province,
    postalCode: person.PostalCode,
  };
}

export function labelsOf(person: PersonView): Readonly<Record<FieldName, string>> {
  return {
    firstName: 'First name',
    lastName: 'Last name',
    dateOfBirth: 'Date of birth',
    docNumber: documentTypeOf(person),
    phoneNumber: 'Cell phone',
    bestNumber: 'Best phone',
    address: 'Street address',
    city: 'City',
    province: 'Province',
    postalCode: 'Postal code',
  };
}

/** The names that the contract's sentence has for the fields. */
const REQUIRED: readonly (readonly [FieldName, string])[] = [
  ['firstName', 'FirstName'],
  ['lastName', 'LastName'],
  ['dateOfBirth', 'DateOfBirth'],
  ['phoneNumber', 'PhoneNumber'],
  ['bestNumber', 'BestPhoneNumber'],
  ['address', 'Address'],
  ['city', 'City'],
  ['province', 'Province'],
  ['postalCode', 'PostalCode'],
];

function isPhone(digits: string): boolean {
  return /^[2-9]\d{2}[2-9]\d{6}$/.test(digits);
}

/** What the server would refuse, as far as the page can know. */
export function faultsOf(form: PatientForm): Fault[] {
  const missing = REQUIRED.filter(([field]) => isBlank(form[field])).map(([field, name]) => ({
    field,
    message: `${name} is Required`,
  }));
  const phones: Fault[] = [];
  if (!isBlank(form.phoneNumber) && !isPhone(form.phoneNumber)) {
    phones.push({ field: 'phoneNumber', message: 'Please Enter a Valid Phone Number' });
  }
  if (!isBlank(form.bestNumber) && !isPhone(form.bestNumber)) {
    phones.push({
      field: 'bestNumber',
      message: 'Please Enter a Valid Best Phone Number to reach you',
    });
  }
  return [...missing, ...phones];
}

/** The request: every field, and the document only when its number was changed. */
export function requestOf(form: PatientForm, person: PersonView, by: string): PatientInfo {
  const docNumber = form.docNumber.trim();
  const changed = docNumber !== '' && docNumber !== (documentOf(person)?.DocumentNumber ?? '');
  return {
    id: person._id,
    byPerson: by,
    version: String(person.version),
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    dateOfBirth: form.dateOfBirth.trim(),
    phoneNumber: form.phoneNumber.trim(),
    bestNumber: form.bestNumber.trim(),
    address: form.address.trim(),
    city: form.city.trim(),
    province: form.province.trim(),
    postalCode: form.postalCode.trim(),
    email: person.Email,
    ...(changed
      ? {
          docType: documentTypeOf(person),
          docNumber,
          docProvince: documentOf(person)?.Province ?? 'BC',
        }
      : {}),
  };
}

export interface Merged {
  /** Theirs where only they changed something, else what stands in the form. */
  readonly form: PatientForm;
  /** What somebody else changed too, with what they made of it. */
  readonly both: Readonly<Partial<Record<FieldName, string>>>;
  /** What only they changed: it now stands in the form as well. */
  readonly theirs: readonly FieldName[];
}

/** Brings what was typed together with what somebody else saved meanwhile. */
export function mergeForms(base: PatientForm, mine: PatientForm, newest: PatientForm): Merged {
  const form: Record<FieldName, string> = { ...mine };
  const both: Partial<Record<FieldName, string>> = {};
  const theirs: FieldName[] = [];
  for (const name of fieldNames) {
    if (newest[name] === base[name] || newest[name] === mine[name]) continue;
    if (mine[name] === base[name]) {
      form[name] = newest[name];
      theirs.push(name);
    } else {
      both[name] = newest[name];
    }
  }
  return { form, both, theirs };
}

export const fieldNames: readonly FieldName[] = [
  'firstName',
  'lastName',
  'dateOfBirth',
  'docNumber',
  'phoneNumber',
  'bestNumber',
  'address',
  'city',
  'province',
  'postalCode',
];
