// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import { formOf } from '../../api/client';
import { testPerson } from '../../testing/settings';
import { personalFaults, personalFormOf, personalRequest } from './personalInformation';

describe('personal information', () => {
  const form = personalFormOf(testPerson);

  it('is required of patients in the words of the specification, and of staff not', () => {
    const bare = { ...form, FirstName: ' ', City: '', BestPhoneNumber: '' };
    expect(personalFaults(bare, 'ROLE_PATIENT').map((fault) => fault.message)).toEqual([
      'FirstName is Required',
      'BestPhoneNumber is Required',
      'City is Required',
    ]);
    expect(personalFaults(bare, 'ROLE_OFFICE')).toEqual([]);
  });

  it('knows a number that cannot be', () => {
    expect(personalFaults({ ...form, BestPhoneNumber: '1045550142' }, 'ROLE_PATIENT')).toEqual([
      { field: 'BestPhoneNumber', message: 'Please Enter a Valid Best Phone Number to reach you' },
    ]);
  });

  it('sends the cell phone as it is kept, and a picture only when one was chosen', () => {
    const sent = formOf(personalRequest(form, testPerson, 'ROLE_PATIENT'));
    expect(sent.get('PhoneNumber')).toBe('6045550142');
    expect(sent.has('file')).toBe(false);
    const photo = new File(['x'], 'me.jpg', { type: 'image/jpeg' });
    const pictured = formOf(personalRequest({ ...form, photo }, testPerson, 'ROLE_PATIENT'));
    expect(pictured.get('file')).toBeInstanceOf(File);
  });
});
