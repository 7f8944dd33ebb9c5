// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import cases from '../../../crates/domain/src/prescriptions/wording_cases.json';
import { nameAndStrengths, saysStrength, strengthsText, strengthText } from './strength';

describe('a strength', () => {
  it.each(cases.strengths)('of %s %s per %s %s reads %s', (strength, unit, value, per, words = '') => {
    expect(strengthText({ strength, strength_unit: unit, dosage_value: value, dosage_unit: per })).toBe(
      words,
    );
  });

  it('of several ingredients names them all', () => {
    const parts = [
      { strength: '10', strength_unit: 'MG' },
      { strength: '12.50', strength_unit: 'MG' },
    ];
    expect(strengthsText(parts)).toBe('10 mg + 12.5 mg');
  });

  it.each(cases.saysStrength)('in %s: %s, %s', (name, strength, says) => {
    expect(saysStrength(`${name}`, `${strength}`)).toBe(says);
  });

  it.each(cases.beside)('stands beside %s', (name, strengths, alone, beside) => {
    expect(nameAndStrengths(`${name}`, [...(strengths ?? [])])).toEqual([alone, beside]);
  });
});
