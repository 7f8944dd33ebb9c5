// SPDX-License-Identifier: AGPL-3.0-or-later

import { expect, test } from 'vitest';
import { type Addition, additionIn, stepBesides, withAddition } from './addition';
import { emptyUsage } from './usage';

const adding: Addition = {
  name: 'APO-METFORMIN',
  drugId: 'd1',
  usage: { ...emptyUsage(), frequency: 'Other', frequencyOther: 'with meals', repeat: Number.NaN },
};

test('what is being added comes back as it was', () => {
  expect(additionIn(withAddition(null, adding))).toEqual(adding);
  expect(additionIn(withAddition(withAddition(null, adding), null))).toBeNull();
});

test('a renewal stays one while something is added to it', () => {
  const step = withAddition(withAddition('renew:7', adding), { ...adding, drugId: null });
  expect(stepBesides(step)).toBe('renew:7');
  expect(withAddition(step, null)).toBe('renew:7');
  expect(stepBesides('renew:7')).toBe('renew:7');
});

test.each([
  null,
  '',
  'renew:7',
  'add:',
  'add:{',
  'add:null',
  'add:[1]',
  'add:{"name":5}',
])('nothing is being added according to %s', (step) => {
  expect(additionIn(step)).toBeNull();
});
