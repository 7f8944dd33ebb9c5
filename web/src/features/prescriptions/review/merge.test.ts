/** Two edits of one line: what one side left alone is the other side's to say. */
import { expect, test } from 'vitest';

import type { Usage } from '../../../api/types';
import { merged, parts, type Edit } from './merge';
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
const as = (change: Partial<Usage>) =>
  medication('m1', 'Metformin', { usages: [usage, { ...usage, ...change }] });
const edit = (change: Partial<Usage>, more: Partial<Edit> = {}): Edit => ({
  kind: 'edit',
  line: 'm1',
  usage: { ...usage, ...change },
  toDispense: null,
  drug: null,
  ...more,
});

test('what only they changed is taken from them, what I changed from me', () => {
  const mine = edit({ duration: '1 month' });
  const theirs = as({ frequency: 'Twice a day' });
  const differing = parts(mine, as({}), theirs);
  expect(differing.map((part) => [part.key, part.take])).toEqual([
    ['frequency', 'theirs'],
    ['duration', 'mine'],
  ]);
  const both = merged(mine, theirs, new Map(differing.map((part) => [part.key, part.take])));
  expect(both.usage).toMatchObject({ frequency: 'Twice a day', duration: '1 month', quantity: 'One' });
});

test('what both changed is mine until the reviewer says otherwise', () => {
  const mine = edit({ duration: '1 month' });
  const theirs = as({ duration: '2 months' });
  expect(parts(mine, as({}), theirs)).toMatchObject([{ key: 'duration', take: 'mine' }]);
  expect(merged(mine, theirs, new Map([['duration', 'theirs']])).usage.duration).toBe('2 months');
});

test('as needed goes with the frequency', () => {
  const mine = edit({ asNeeded: true });
  const theirs = as({ quantity: 'Two' });
  const both = merged(mine, theirs, new Map([['quantity', 'theirs']]));
  expect(both.usage).toMatchObject({ quantity: 'Two', asNeeded: true });
});
