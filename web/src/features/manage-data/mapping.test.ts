import { describe, expect, it } from 'vitest';
import { chosenTwice, lacking, mapText, proposed } from './mapping';

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
    const chosen = proposed(found);
    expect(chosen).toEqual({ name: 'Pharmacy', address: 'Street', city: '', phone: '' });
    expect(lacking(found, chosen)).toEqual(['city']);
    expect(lacking(found, { ...chosen, city: 'Notes' })).toEqual([]);
  });

  it('refuses one column for two fields', () => {
    expect(chosenTwice({ name: 'Pharmacy', address: 'Pharmacy', city: '' })).toEqual(['Pharmacy']);
    expect(chosenTwice({ name: 'Pharmacy', city: '', phone: '' })).toEqual([]);
  });

  it('is written line by line', () => {
    expect(mapText(found, proposed(found))).toBe('Pharmacy=name\nStreet=address');
  });
});
