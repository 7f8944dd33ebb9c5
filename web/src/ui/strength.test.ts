import { describe, expect, it } from 'vitest';
import { saysStrength, strengthsText, strengthText } from './strength';

describe('a strength', () => {
  it.each([
    ['5', 'MG', '', '', '5 mg'],
    ['.035', 'MG', '', 'TAB', '0.035 mg'],
    ['4.0', 'MG', '', '', '4 mg'],
    ['100', 'UNIT', '', 'ML', '100 units / mL'],
    ['10', 'MG', '5', 'ML', '10 mg / 5 mL'],
    ['100', 'MCG', '1', 'ACT', '100 mcg / actuation'],
    ['2', '%', '', 'W/W', '2%'],
    ['1,250', 'MG', '', '', '1,250 mg'],
    ['', 'MG', '', '', ''],
  ])('of %s %s per %s %s reads %s', (strength, unit, value, per, words) => {
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

  it('is not repeated beside a name that says it, and never taken for a longer number', () => {
    expect(saysStrength('RAMIPRIL 5MG', '5 mg')).toBe(true);
    expect(saysStrength('RAMIPRIL 25MG', '5 mg')).toBe(false);
    expect(saysStrength('RAMIPRIL 2.5MG', '5 mg')).toBe(false);
  });
});
