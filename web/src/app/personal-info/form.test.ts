// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import { formOf as sent } from '../../api/client';
import type { PersonView } from '../../api/generated/schema';
import { faultsOf, formOf, mergeForms, type PatientForm, requestOf } from './form';

const person: PersonView = {
  _id: 'p1',
  version: 4,
  FirstName: 'Marguerite',
  LastName: 'Tremblay',
  DateOfBirth: '1968-06-14',
  PhoneNumber: '6045550142',
  PhoneVerified: true,
  BestPhoneNumber: '6045550143',
  Email: 'marguerite@mail.example',
  Address: '301 - 4417 Larkspur Street',
  City: 'Burnaby',
  Province: 'BC',
  PostalCode: 'V5H 2A1',
  isPrivatePay: false,
  preferredPharmacy: null,
  oscarDemographicId: null,
  eligibility: null,
  sex: 'Female',
  CreatedAt: '2023-03-03T18:00:00Z',
  HealthDocuments: [
    {
      _id: 'd1',
      Type: 'BC Card',
      DocumentNumber: '9000012345',
      Province: 'BC',
      status: 'valid',
      other: null,
      files: [],
    },
  ],
  profileImageKey: null,
  signatureImageKey: null,
  nameLocked: true,
  flags: [],
};

const form = formOf(person);
const typed = (change: Partial<PatientForm>): PatientForm => ({ ...form, ...change });

describe("the office's form of a patient", () => {
  it('asks for every field by the contract’s sentences', () => {
    expect(faultsOf(form)).toEqual([]);
    expect(faultsOf(typed({ city: ' ' }))).toEqual([{ field: 'city', message: 'City is Required' }]);
    expect(faultsOf(typed({ phoneNumber: '604' }))).toEqual([
      { field: 'phoneNumber', message: 'Please Enter a Valid Phone Number' },
    ]);
    expect(faultsOf(typed({ bestNumber: '1'.repeat(10) }))).toEqual([
      { field: 'bestNumber', message: 'Please Enter a Valid Best Phone Number to reach you' },
    ]);
  });

  it('leaves the document alone unless its number was changed', () => {
    const same = sent(requestOf(form, person, 'o1'));
    expect(same.get('docNumber')).toBeNull();
    expect([same.get('version'), same.get('byPerson'), same.get('email')]).toEqual([
      '4',
      'o1',
      'marguerite@mail.example',
    ]);
    const other = sent(requestOf(typed({ docNumber: '9000 012 346' }), person, 'o1'));
    expect([other.get('docType'), other.get('docNumber'), other.get('docProvince')]).toEqual([
      'BC Card',
      '9000 012 346',
      'BC',
    ]);
  });

  it('calls the number a BC Card where there is no document yet', () => {
    const bare = { ...person, HealthDocuments: [] };
    const request = sent(requestOf(typed({ docNumber: '9000012345' }), bare, 'o1'));
    expect([request.get('docType'), request.get('docProvince')]).toEqual(['BC Card', 'BC']);
  });
});

describe('two people who change one record', () => {
  const newest = typed({ city: 'Victoria', address: '9 Harbour Road' });

  it('keeps what only one of them changed', () => {
    const { form: merged, both, theirs } = mergeForms(form, typed({ bestNumber: '2505550199' }), newest);
    expect(merged).toEqual(typed({ city: 'Victoria', address: '9 Harbour Road', bestNumber: '2505550199' }));
    expect(both).toEqual({});
    expect(theirs).toEqual(['address', 'city']);
  });

  it('shows both sides of what both changed, and overwrites neither', () => {
    const { form: merged, both } = mergeForms(form, typed({ city: 'Nanaimo' }), newest);
    expect(merged.city).toBe('Nanaimo');
    expect(both).toEqual({ city: 'Victoria' });
  });

  it('has nothing to say where both wrote the same', () => {
    expect(mergeForms(form, typed({ city: 'Victoria', address: '9 Harbour Road' }), newest)).toMatchObject({
      both: {},
      theirs: [],
    });
  });
});
