// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import type { DrugView } from '../../api/generated/schema';
import { choiceOf, choicesOf, withStrengthOf } from './choices';

// cspell:ignore metfromin

function drug(id: string, strength: string, filter: DrugView['filter'] = []): DrugView {
  return {
    _id: id,
    name: 'RAMIPRIL',
    drug_identification_number: '',
    drug_code: '',
    administrations: ['ORAL'],
    formulations: ['CAPSULE'],
    ingredients: [
      { ingredient_name: 'RAMIPRIL', strength, strength_unit: 'MG', dosage_value: '', dosage_unit: '' },
    ],
    tc_ahfs_numbers: [],
    atc_numbers: [],
    schedules: [],
    company_name: '',
    class_name: 'Human',
    filter,
    needsDoctor: false,
  };
}

describe('the choice that was typed', () => {
  it('is the one that reads alike, whichever maker stands for it', () => {
    const entries = [drug('a', '5'), drug('b', '10'), drug('c', '10')];
    const choices = choicesOf('Ramipril', entries);
    expect(choices.map((one) => one._id)).toEqual(['a', 'b']);
    expect(choiceOf(choices, entries, 'c')?._id).toBe('b');
    expect(choiceOf(choices, entries, null)).toBeUndefined();
    expect(choiceOf(choices, entries, 'x')).toBeUndefined();
  });
});

describe('a pen, a cartridge and a vial', () => {
  it('are three choices, and two makers of the pen are one', () => {
    const entries = ['Vial', 'Cartridge', 'Solostar (Prefilled Pen)', 'Vial'].map((container, index) => ({
      ...drug(`${index}`, '100'),
      container,
    }));
    expect(choicesOf('Ramipril', entries).map((one) => one.container)).toEqual([
      'Vial',
      'Cartridge',
      'Solostar (Prefilled Pen)',
    ]);
  });
});

describe('a suggested name', () => {
  it.each([
    ['metfromin 500 mg', 'metformin 500 mg'],
    ['metfromin500mg', 'metformin 500mg'],
    ['10mg metfromin', 'metformin 10mg'],
    ['metfromin', 'metformin'],
    ['metfromin 50/500 tab', 'metformin 50/500'],
  ])('keeps the strength of %s', (typed, expected) => {
    expect(withStrengthOf(typed, 'metformin')).toBe(expected);
  });
});
