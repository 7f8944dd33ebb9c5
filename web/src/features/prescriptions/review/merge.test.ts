/** Two edits of one line: what one side left alone is the other side's to say, and directions stay whole. */
import { expect, test } from 'vitest';

import type { MedicationView, Usage } from '../../../api/types';
import { inWords, merged, parts, type Edit } from './merge';
import { medication } from './test-data';

const usage: Usage = {
  quantity: 'One',
  quantityOther: null,
  frequency: 'Once a day',
  frequencyOther: null,
  asNeeded: false,
  duration: '3 months',
  durationOther: null,
  repeat: 0,
  textLine: null,
};
const as = (change: Partial<Usage>, more: Partial<MedicationView> = {}) =>
  medication('m1', 'Metformin', { usages: [usage, { ...usage, ...change }], ...more });
const edit = (change: Partial<Usage>, more: Partial<Edit> = {}): Edit => ({
  kind: 'edit',
  line: 'm1',
  usage: { ...usage, ...change },
  toDispense: null,
  drug: null,
  ...more,
});
const typed = (figures: string): Partial<MedicationView> => ({
  toDispense: { ...medication('m1', 'Metformin').toDispense, figures, typed: true },
});
/** Put together as it is offered at first. */
const together = (mine: Edit, theirs: MedicationView, base = as({})) =>
  merged(mine, theirs, new Map(parts(mine, base, theirs).map((part) => [part.key, part.take])));

test('how much, how often and for how long are one part: never one from each', () => {
  const mine = edit({ quantity: 'Two', duration: '1 month' });
  const theirs = as({ frequency: 'Twice a day' });
  expect(parts(mine, as({}), theirs)).toEqual([
    {
      key: 'directions',
      label: 'Directions',
      theirs: 'One · Twice a day · 3 months',
      mine: 'Two · Once a day · 1 month',
      take: 'mine',
    },
  ]);
  // Two twice a day is what neither of them wrote.
  expect(together(mine, theirs).usage).toMatchObject({
    quantity: 'Two',
    frequency: 'Once a day',
    duration: '1 month',
  });
  const theirsWhole = merged(mine, theirs, new Map([['directions', 'theirs']]));
  expect(theirsWhole.usage).toMatchObject({
    quantity: 'One',
    frequency: 'Twice a day',
    duration: '3 months',
  });
});

test('what only they changed is taken from them, what I changed from me', () => {
  const mine = edit({ repeat: 2 });
  const theirs = as({ frequency: 'Twice a day', asNeeded: true });
  expect(parts(mine, as({}), theirs).map((part) => [part.key, part.take])).toEqual([
    ['directions', 'theirs'],
    ['repeat', 'mine'],
  ]);
  expect(together(mine, theirs).usage).toMatchObject({
    frequency: 'Twice a day',
    asNeeded: true,
    repeat: 2,
  });
});

test('a typed total goes with the directions that it was typed for', () => {
  // They typed 44 for their directions: mine do not keep it.
  const theirs = as({ frequency: 'Twice a day' }, typed('44'));
  expect(together(edit({ duration: '1 month' }), theirs).toDispense).toBe('');
  // Theirs keep it.
  expect(together(edit({ repeat: 1 }), theirs).toDispense).toBeNull();
  // I typed 30 for mine: their directions do not take it.
  const mine = edit({ duration: '1 month' }, { toDispense: '30' });
  expect(together(mine, as({ frequency: 'Twice a day' })).toDispense).toBe('30');
  const choice = new Map([['directions', 'theirs']] as const);
  expect(merged(mine, as({ frequency: 'Twice a day' }), choice).toDispense).toBe('');
});

test('the line is told in words before it is saved', () => {
  const theirs = as({ frequency: 'Twice a day' }, typed('44'));
  expect(inWords(together(edit({ repeat: 1 }), theirs), theirs)).toBe(
    'Metformin 10 mg: One · Twice a day · 3 months · Repeat 1, dispense 44',
  );
  expect(inWords(together(edit({ duration: '1 month' }), theirs), theirs)).toBe(
    'Metformin 10 mg: One · Once a day · 1 month · Repeat 0, quantity to dispense worked out',
  );
});
