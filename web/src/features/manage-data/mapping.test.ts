// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import { chosenTwice, missingFields, mapText, proposedMapping } from './mapping';

const found = {
  columns: ['Pharmacy', 'Street', 'Fax', 'Notes'],
  needsMapping: true,
  fields: [
    { name: 'name', isNeeded: true, column: 'Pharmacy' },
    { name: 'address', isNeeded: true, column: 'Street' },
    { name: 'city', isNeeded: true, column: null },
    { name: 'phone', isNeeded: false, column: null },
  ],
};

describe('a mapping of columns', () => {
  it('begins with what is proposed and says what lacks', () => {
    const chosen = proposedMapping(found);
    expect(chosen).toEqual({ name: 'Pharmacy', address: 'Street', city: '', phone: '' });
    expect(missingFields(found, chosen)).toEqual(['city']);
    expect(missingFields(found, { ...chosen, city: 'Notes' })).toEqual([]);
  });

  it('refuses one column for two fields', () => {
    expect(chosenTwice({ name: 'Pharmacy', address: 'Pharmacy', city: '' })).toEqual(['Pharmacy']);
    expect(chosenTwice({ name: 'Pharmacy', city: '', phone: '' })).toEqual([]);
  });

  it('is written line by line', () => {
    expect(mapText(found, proposedMapping(found))).toBe('Pharmacy=name\nStreet=address');
  });
});
