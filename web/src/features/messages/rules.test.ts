// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import type { MessageRow } from '../../api/generated/schema';
import { lengthOf, otherSide, patientHref, signOf, staffHref, tabOf, whenShort } from './rules';

const doctor = { _id: 'd', FirstName: 'Helen', LastName: 'Varga', HealthDocuments: [] };
const patient = { _id: 'p', FirstName: 'Marguerite', LastName: 'Tremblay', HealthDocuments: [] };

function sides(from: MessageRow['from'], to: MessageRow['to'], toGroup: MessageRow['toGroup']) {
  return { from, to, toGroup };
}

describe('whose name stands in a row', () => {
  it('is the writer for whoever received the message', () => {
    expect(otherSide(sides(doctor, [patient], null), 'p', 'Salal')).toBe('Helen Varga');
  });
  it('is the receiver for its writer, alone or a group', () => {
    expect(otherSide(sides(doctor, [patient], null), 'd', 'Salal')).toBe('Marguerite Tremblay');
    expect(otherSide(sides(patient, [], 'Customer Service'), 'p', 'Salal')).toBe('Customer Service');
  });
  it('is the product when the product wrote it', () => {
    expect(otherSide(sides(null, [patient], null), 'p', 'Salal')).toBe('Salal');
  });
});

describe('a row of the staff', () => {
  const row = {
    _id: 'm',
    about: patient,
    from: patient,
    prescription: 'rx',
    sleepAssessment: null,
    labtest: null,
    note: null,
  };
  it('leads to the work on a prescription, and otherwise to the message', () => {
    expect(staffHref(row, 'ROLE_DOCTOR')).toBe('/patient/p?section=prescriptions&item=rx');
    expect(staffHref({ ...row, prescription: null }, 'ROLE_DOCTOR')).toBe('/messaging?message=m');
  });
  it('leads to the part of the patient page that it belongs to', () => {
    const none = { ...row, prescription: null };
    expect(staffHref({ ...none, sleepAssessment: 's' }, 'ROLE_OFFICE')).toBe(
      '/patient/p?section=sleep&item=s',
    );
    expect(staffHref({ ...none, labtest: 'l' }, 'ROLE_DOCTOR')).toBe('/patient/p?section=labtest&item=l');
    expect(staffHref({ ...none, note: 'n' }, 'ROLE_DOCTOR')).toBe('/patient/p?section=notes&item=n');
    expect(patientHref(none, 'ROLE_DOCTOR')).toBe('/patient/p');
    expect(patientHref({ ...none, about: null }, 'ROLE_DOCTOR')).toBeNull();
  });
  it('never leads customer service to a patient', () => {
    expect(patientHref(row, 'ROLE_CUSTOMERSERVICE')).toBeNull();
    expect(staffHref(row, 'ROLE_CUSTOMERSERVICE')).toBe('/messaging?message=m');
  });
});

describe('when and how long', () => {
  it('shows the time today and the date on other days', () => {
    const now = new Date('2026-11-20T20:00:00Z');
    expect(whenShort('2026-11-20T17:04:00Z', now)).toMatch(/^\d{1,2}:04\u00a0AM$/);
    expect(whenShort('2026-11-12T17:04:00Z', now)).toBe('Nov 12, 2026');
  });
  it('counts characters as the server does', () => {
    expect(lengthOf('é字💊')).toBe(3);
    expect(lengthOf('')).toBe(0);
  });
  it('knows its tabs, and takes the inbox for any other word', () => {
    expect([tabOf('sent'), tabOf('archive'), tabOf(undefined), tabOf('x')]).toEqual([
      'sent',
      'archive',
      'inbox',
      'inbox',
    ]);
  });
  it('signs a name with two letters', () => {
    expect([signOf('Helen Varga'), signOf('Customer Service'), signOf('Salal'), signOf('')]).toEqual([
      'HV',
      'CS',
      'S',
      '',
    ]);
  });
});
