// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import { formOf } from '../../api/client';
import { documentFaults, isBcCardNumber } from './documents';
import {
  credentialFaults,
  EMPTY,
  isOldEnough,
  personalFaults,
  requestOf,
  stepOf,
  todayInVancouver,
} from './signUp';

const rules = { product: 'Salal', otherProvinces: true, cardUpload: false, profileUpload: false };
const messages = (faults: readonly { message: string }[]) => faults.map((fault) => fault.message);

describe('the sign-up', () => {
  it('knows the check digit of a BC Services Card', () => {
    expect(['9698658215', '9151 065 434', '0009317279351'].every(isBcCardNumber)).toBe(true);
    expect(['9698648215', '9000012346', '123', ''].some(isBcCardNumber)).toBe(false);
  });

  it('lets in on the nineteenth birthday, not the day before', () => {
    expect(isOldEnough('2007-11-20', new Date(2026, 10, 19))).toBe(false);
    expect(isOldEnough('2007-11-20', new Date(2026, 10, 20))).toBe(true);
  });

  it('asks for names, date and address in the specified words', () => {
    expect(messages(personalFaults({ ...EMPTY, Province: '' }, rules, new Date()))).toEqual([
      'Valid first name is required',
      'Valid last name is required',
      'Date of birth is required',
      'Address is Required',
      'City is Required',
      'Province is Required',
      'PostalCode is Required',
    ]);
  });

  it('follows card, health card, passport, and asks nothing of private pay', () => {
    const bc = {
      ...EMPTY,
      hasBcCard: 'yes' as const,
      BCCardNumber: '9000 012 34',
      confirmBCCardNumber: '9000 012 43',
    };
    expect(messages(documentFaults(bc, rules))).toEqual([
      'Invalid BC Card Number',
      "Confirm BC Services Card Number doesn't match BC Services Card Number",
    ]);
    const passport = {
      ...EMPTY,
      hasBcCard: 'no' as const,
      hasHealthCard: 'no' as const,
      hasPassport: 'yes' as const,
    };
    expect(messages(documentFaults(passport, rules))).toContain('Passport number is required');
    expect(
      messages(documentFaults({ ...EMPTY, hasBcCard: 'no' }, { ...rules, otherProvinces: false })),
    ).toEqual(['BC Services Card Number is required']);
    expect(documentFaults({ ...passport, isPrivatePay: true }, rules)).toEqual([]);
  });

  it('compares the pairs of the credentials', () => {
    const typed = {
      ...EMPTY,
      PhoneNumber: '1045550142',
      BestPhoneNumber: '6045550142',
      Email: 'a@example.com',
      Password: 'salal',
    };
    expect(messages(credentialFaults(typed))).toEqual([
      'Please Enter a Valid Phone Number',
      'Confirm Cell Phone is required',
      'Confirm Email is required',
      'The password still needs: 8 or more characters, an uppercase letter, a digit',
      'Confirm Password is required',
    ]);
    const copied = {
      ...typed,
      confirmPhoneNumber: '6045550142',
      confirmEmail: 'b@example.com',
      confirmPassword: 'Salal2026',
    };
    expect(messages(credentialFaults(copied))).toEqual([
      'Please Enter a Valid Phone Number',
      "Confirm Cell Phone Number doesn't match Cell Phone Number",
      "Confirm Email doesn't match Email",
      'The password still needs: 8 or more characters, an uppercase letter, a digit',
      "Confirm Password doesn't match Password",
    ]);
  });

  it('asks for pictures where the deployment wants them, and sends each under its name', () => {
    const picture = new File(['x'], 'card.png', { type: 'image/png' });
    expect(
      messages(documentFaults({ ...EMPTY, hasBcCard: 'yes' }, { ...rules, cardUpload: true })),
    ).toContain('Upload Card Image is Required');
    expect(
      messages(personalFaults(EMPTY, { ...rules, profileUpload: true }, new Date(2026, 10, 20))),
    ).toContain('Upload Profile Image is Required');
    const sent = formOf(requestOf({ ...EMPTY, healthDocument: picture, profileImage: picture }, null));
    expect(sent.get('healthDocument')).toBeInstanceOf(File);
    expect(sent.get('profileImage')).toBeInstanceOf(File);
    // Private pay shows no card, so none goes out.
    const hidden = formOf(requestOf({ ...EMPTY, healthDocument: picture, isPrivatePay: true }, null));
    expect(hidden.has('healthDocument')).toBe(false);
  });

  it('reckons the age by the day in Vancouver', () => {
    // Two in the morning in London is still the evening before there.
    const day = todayInVancouver(new Date('2026-11-20T02:00:00Z'));
    expect([day.getFullYear(), day.getMonth() + 1, day.getDate()]).toEqual([2026, 11, 19]);
    expect(isOldEnough('2007-11-20', day)).toBe(false);
    expect(isOldEnough('2008-02-29', new Date(2027, 1, 28))).toBe(false);
    expect(isOldEnough('2008-02-29', new Date(2027, 2, 1))).toBe(true);
  });

  it('sends no confirming copies and no hidden numbers', () => {
    const typed = {
      ...EMPTY,
      hasBcCard: 'yes' as const,
      BCCardNumber: '9698 658 215',
      confirmBCCardNumber: '9698658215',
      isPrivatePay: true,
      FirstName: ' Ines ',
    };
    const form = formOf(requestOf(typed, 'answer'));
    expect(form.get('FirstName')).toBe('Ines');
    expect(form.has('BCCardNumber')).toBe(false);
    expect([...form.keys()].filter((name) => name.startsWith('confirm') || name.startsWith('has'))).toEqual(
      [],
    );
    expect(form.get('captcha')).toBe('answer');
    expect(form.get('consentTermsOfUse')).toBe('false');
  });

  it('finds the step a refused field stands in', () => {
    expect([stepOf('PostalCode'), stepOf('BCCardNumber'), stepOf('Email'), stepOf('captcha')]).toEqual([
      0, 1, 2, 3,
    ]);
  });
});
