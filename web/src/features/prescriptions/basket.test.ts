// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import type { RequestedMedication } from '../../api/generated/schema';
import {
  addLoaded,
  ALREADY_ADDED,
  alreadyAdded,
  countText,
  isSameDrug,
  limitText,
  mostOf,
  refusalOf,
  replaceUsage,
  requestFaults,
} from './basket';
import { emptyUsage } from './usage';

function line(name: string, strength = '5', duration = '3 months'): RequestedMedication {
  return {
    drugId: `${name}-${strength}`,
    name,
    administrations: ['Oral'],
    formulations: ['Tablet'],
    ingredients:
      strength === ''
        ? []
        : [{ ingredient_name: name, strength, strength_unit: 'mg', dosage_value: '', dosage_unit: '' }],
    usages: [{ ...emptyUsage(), frequency: 'Once a day', duration }],
  };
}

const five = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'].map((name) => line(name));

describe('the same drug', () => {
  it('is one of the same name and the same strengths', () => {
    expect(isSameDrug(line('Ramipril', '5'), line(' RAMIPRIL ', '5'))).toBe(true);
    expect(isSameDrug(line('Ramipril', '5'), line('Ramipril', '10'))).toBe(false);
    expect(isSameDrug(line('Ramipril', '5'), line('Perindopril', '5'))).toBe(false);
  });

  it('is one of the same name when either has no strengths', () => {
    expect(isSameDrug(line('Ramipril', ''), line('Ramipril', '10'))).toBe(true);
  });
});

describe('adding to the basket', () => {
  it('refuses a double and the sixth', () => {
    expect(refusalOf(five, line('Alpha'), 5)).toBe('duplicate');
    expect(refusalOf(five, line('Zeta'), 5)).toBe('full');
    expect(refusalOf(five.slice(1), line('Zeta'), 5)).toBeNull();
  });

  it('says why where the names do not', () => {
    expect(alreadyAdded()).toBe(ALREADY_ADDED);
    expect(alreadyAdded(null)).toBe(ALREADY_ADDED);
    expect(alreadyAdded('Glucophage 500 mg is the same medicine as Metformin 500 mg.')).toBe(
      'This drug is already added. Glucophage 500 mg is the same medicine as Metformin 500 mg.',
    );
  });

  it('has no limit in unlimited mode, but still refuses doubles', () => {
    expect(refusalOf(five, line('Zeta'), mostOf(undefined, true))).toBeNull();
    expect(refusalOf(five, line('Beta'), mostOf(undefined, true))).toBe('duplicate');
  });

  it('loads what fits and leaves out doubles', () => {
    const loaded = addLoaded(five.slice(0, 4), [line('Alpha'), line('Zeta'), line('Eta')], 5);
    expect(loaded.map((one) => one.name)).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta', 'Zeta']);
  });
});

describe('what stands between the form and the agreement', () => {
  it('names every line without a duration and a missing pharmacy', () => {
    const basket = [line('Alpha'), line('Beta', '5', '')];
    expect(requestFaults(basket, false, 5)).toEqual([
      { field: 'medication-1', message: 'Medication duration is Required' },
      { field: 'pharmacy', message: 'Please choose a pharmacy.' },
    ]);
    const mended = replaceUsage(basket, 1, { ...emptyUsage(), duration: '1 month' });
    expect(requestFaults(mended, true, 5)).toEqual([]);
  });

  it('asks for at least one and at most five', () => {
    expect(requestFaults([], true, 5)[0]?.field).toBe('medications');
    expect(requestFaults([...five, line('Zeta')], true, 5)).toEqual([
      { field: 'medications', message: 'More than 5 medications are not allowed' },
    ]);
    expect(requestFaults([...five, line('Zeta')], true, mostOf(undefined, true))).toEqual([]);
  });
  it('counts what was asked for today in other requests', () => {
    expect(requestFaults(five.slice(0, 3), true, 2)).toEqual([
      { field: 'medications', message: 'Maximum number of medications has been reached' },
    ]);
    expect(refusalOf(five.slice(0, 2), line('Zeta'), 2)).toBe('full');
  });

  it.each([
    [0, 2, false, '0 medications, 2 left today'],
    [1, 2, false, '1 medication, 1 left today'],
    [3, 2, false, '3 medications, 0 left today'],
    [1, undefined, false, '1 medication'],
    [7, 5, true, '7 medications'],
  ])('says of %s with %s left, unlimited %s: %s', (count, left, unlimited, words) => {
    expect(countText(count, left, unlimited)).toBe(words);
  });

  it('says the fee between the two counts', () => {
    expect(countText(2, 3, false, '$60.00')).toBe('2 medications, $60.00, 1 left today');
  });

  it.each([
    [0, 0, 'You have reached today’s limit of 5; it starts anew at midnight.'],
    [2, 2, 'You have reached today’s limit of 5; it starts anew at midnight. Remove one to add another.'],
    [1, 2, null],
    [9, Number.POSITIVE_INFINITY, null],
  ])('with %s of %s says why nothing more can be added: %s', (count, most, words) => {
    expect(limitText(count, most)).toBe(words);
  });
});
