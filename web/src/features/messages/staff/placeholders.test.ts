// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';

import { fillPlaceholders } from './placeholders';

const patient = { _id: 'p', FirstName: 'Marguerite', LastName: 'Tremblay', HealthDocuments: [] };
const me = { Person: { _id: 'd', FirstName: 'Helen', LastName: 'Varga' } } as Parameters<
  typeof fillPlaceholders
>[1]['me'];
const settings = {
  clinicName: 'Harbour Clinic',
  clinics: [{ name: 'Harbour Clinic', address: '1 Quay', phone: '6045550142' }],
};
const message = { about: patient, from: patient, to: [] };

describe('a template', () => {
  it('is filled with the names of both sides and the clinic', () => {
    const text = 'Dear {FirstName} {LastName},\ncall {ClinicPhone}.\n{MyName}, {ClinicName}';
    expect(fillPlaceholders(text, { message, me, settings })).toBe(
      'Dear Marguerite Tremblay,\ncall 604-555-0142.\nHelen Varga, Harbour Clinic',
    );
  });
  it('keeps what nothing fills, so that it is seen', () => {
    const nobody = { about: null, from: null, to: [] };
    expect(fillPlaceholders('{FirstName} {Other} {}', { message: nobody, me, settings })).toBe(
      '{FirstName} {Other} {}',
    );
  });
  it('takes a name as it is, whatever signs it has', () => {
    const odd = { ...patient, FirstName: '$& {LastName}' };
    expect(fillPlaceholders('{FirstName}', { message: { ...message, about: odd }, me, settings })).toBe(
      '$& {LastName}',
    );
  });
});
