// SPDX-License-Identifier: AGPL-3.0-or-later

// The form of personal information: what it begins with, what is checked, what is sent. Name and date
// of birth are the office's to change once a prescription carries them (decision 13).
import type { PersonalInfo, PersonView, Role } from '../../api/generated/schema';
import type { Fault } from '../../ui/forms/faults';
import { digitsOf } from '../../ui/forms/PhoneBoxes';
import { isBlank } from '../../ui/forms/blank';

export interface PersonalForm {
  readonly FirstName: string;
  readonly LastName: string;
  readonly DateOfBirth: string;
  readonly Address: string;
  readonly City: string;
  readonly Province: string;
  readonly PostalCode: string;
  readonly BestPhoneNumber: string;
  readonly photo: File | null;
}

export function personalFormOf(person: PersonView): PersonalForm {
  return {
    FirstName: person.FirstName,
    LastName: person.LastName,
    DateOfBirth: person.DateOfBirth ?? '',
    Address: person.Address,
    City: person.City,
    Province: person.Province,
    PostalCode: person.PostalCode,
    BestPhoneNumber: digitsOf(person.BestPhoneNumber),
    photo: null,
  };
}

const PATIENTS = [
  'FirstName',
  'LastName',
  'DateOfBirth',
  'BestPhoneNumber',
  'Address',
  'City',
  'Province',
  'PostalCode',
] as const;

/** Staff have no address and no date of birth here. */
export function personalFaults(form: PersonalForm, role: Role): Fault[] {
  if (role !== 'ROLE_PATIENT') return [];
  const missing = PATIENTS.filter((field) => isBlank(form[field])).map((field) => ({
    field,
    message: `${field} is Required`,
  }));
  const best = digitsOf(form.BestPhoneNumber);
  const badPhone = best !== '' && !/^[2-9]\d{2}[2-9]\d{6}$/.test(best);
  return [
    ...missing,
    ...(badPhone
      ? [{ field: 'BestPhoneNumber', message: 'Please Enter a Valid Best Phone Number to reach you' }]
      : []),
  ];
}

/** Every field of the call, whether it may be changed or not: the server compares. */
export function personalRequest(form: PersonalForm, person: PersonView, role: Role): PersonalInfo {
  return {
    personId: person._id,
    FirstName: form.FirstName.trim(),
    LastName: form.LastName.trim(),
    DateOfBirth: form.DateOfBirth.trim(),
    BestPhoneNumber: form.BestPhoneNumber.trim(),
    Address: form.Address.trim(),
    City: form.City.trim(),
    Province: form.Province.trim(),
    PostalCode: form.PostalCode.trim(),
    PhoneNumber: person.PhoneNumber,
    Role: role,
    file: form.photo ?? undefined,
  };
}
