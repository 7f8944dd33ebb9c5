// SPDX-License-Identifier: AGPL-3.0-or-later

import { expect, test } from 'vitest';
import type { Usage } from '../../api/generated/schema';
import { emptyUsage } from './usage';
import { formerUsage, usageSentence } from './usageSentence';

const daily: Usage = { ...emptyUsage(), frequency: 'Once a day', duration: '3 months' };

test.each<[string, Partial<Usage>, string | undefined]>([
  ['Take one tablet once a day for 3 months, no repeats', {}, 'TABLET'],
  ['Take one tablet once a day for 3 months, 1 repeat', { repeat: 1 }, 'TABLET (EXTENDED-RELEASE)'],
  [
    'Take two tablets once a day as needed for 3 months, 2 repeats',
    { quantity: 'Two', asNeeded: true, repeat: 2 },
    'Tablet',
  ],
  ['Take one half tablet once a day for 3 months, no repeats', { quantity: 'One half' }, 'TABLET'],
  ['Use one drop once a day for 3 months, left eye, no repeats', { site: 'Left eye' }, 'DROP'],
  ['Use one once a day for 3 months, no repeats', {}, 'CREAM'],
  // Own words are said as they are, and nothing is made of an Other whose words stand in the notes.
  ['2.5 mL once a day for 3 months, no repeats', { quantity: 'Other', quantityOther: '2.5 mL' }, 'SYRUP'],
  [
    'One tablet for 3 months, with the evening meal, no repeats',
    { frequency: 'Other', textLine: 'with the evening meal' },
    'TABLET',
  ],
  [
    'Take one tablet once a day, until the surgery, no repeats',
    { duration: 'Other', durationOther: 'until the surgery' },
    'TABLET',
  ],
  ['Take one tablet once a day, no repeats', { duration: '' }, 'TABLET'],
])('is one sentence: %s', (said, part, form) => {
  expect(usageSentence({ ...daily, ...part }, form)).toBe(said);
});

test('what was prescribed before is said shortly', () => {
  expect(formerUsage(daily, 'TABLET')).toBe('One tablet once a day, 3 months');
  expect(formerUsage({ ...daily, quantity: 'Two', duration: '' }, 'TABLET')).toBe('Two tablets once a day');
});
