// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import { effectText, affectedDrugCount } from './effect';

const preview = {
  tc_ahfs_number: '28:08.08',
  atcNumbers: [],
  className: null,
  drugs: 10,
  activeIngredients: ['ACETAMINOPHEN', 'CODEINE', 'CODEINE (CODEINE PHOSPHATE)'],
  groups: [
    { activeIngredients: ['ACETAMINOPHEN', 'CODEINE (CODEINE PHOSPHATE)'], drugs: 6 },
    { activeIngredients: ['CODEINE'], drugs: 3 },
    { activeIngredients: [], drugs: 1 },
  ],
};

describe('the effect of a filter', () => {
  it('counts drugs and ingredients', () => {
    expect(effectText(preview, 'crosses out', [])).toBe('This crosses out 10 drugs, these 3 ingredients.');
    expect(effectText({ ...preview, drugs: 0 }, 'hides', [])).toBe(
      'No drugs in the catalogue belong to this class.',
    );
  });

  it('lets a drug escape when all of its ingredients are excepted', () => {
    expect(affectedDrugCount(preview, ['ACETAMINOPHEN'])).toBe(10);
    expect(affectedDrugCount(preview, ['CODEINE'])).toBe(7);
    expect(affectedDrugCount(preview, ['ACETAMINOPHEN', 'CODEINE'])).toBe(1);
    expect(effectText(preview, 'hides', ['CODEINE'])).toBe('With 1 exception this hides 7 of 10 drugs.');
  });
});
