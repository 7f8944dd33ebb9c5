// SPDX-License-Identifier: AGPL-3.0-or-later

/** Two edits of one line: what one side left alone is the other side's to say, and directions stay whole. */
import { expect, test } from 'vitest';

import type { MedicationView, Usage } from '../../../api/generated/schema';
import { conflictParts, type Edit, isAsSent, mergeEdits, partText } from './merge';
import { medication, prescription } from './test-data';

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
  mergeEdits(
    mine,
    base,
    theirs,
    new Map(conflictParts(mine, base, theirs).map((part) => [part.key, part.take])),
  );

test('how much, how often and for how long are one part: never one from each', () => {
  const mine = edit({ quantity: 'Two', duration: '1 month' });
  const theirs = as({ frequency: 'Twice a day' });
  expect(conflictParts(mine, as({}), theirs)).toEqual([
    {
      key: 'directions',
      label: 'Directions',
      theirs: 'One · Twice a day · 3 months',
      mine: 'Two · Once a day · 1 month',
      take: 'mine',
    },
  ]);
  // Two twice a day is what neither of them wrote.
  expect(together(mine, theirs).edit.usage).toMatchObject({
    quantity: 'Two',
    frequency: 'Once a day',
    duration: '1 month',
  });
  const theirsWhole = mergeEdits(mine, as({}), theirs, new Map([['directions', 'theirs']]));
  expect(theirsWhole.edit.usage).toMatchObject({
    quantity: 'One',
    frequency: 'Twice a day',
    duration: '3 months',
  });
});

test('what only they changed is taken from them, what I changed from me', () => {
  const mine = edit({ repeat: 2 });
  const theirs = as({ frequency: 'Twice a day', asNeeded: true });
  expect(conflictParts(mine, as({}), theirs).map((part) => [part.key, part.take])).toEqual([
    ['directions', 'theirs'],
    ['repeat', 'mine'],
  ]);
  expect(together(mine, theirs).edit.usage).toMatchObject({
    frequency: 'Twice a day',
    asNeeded: true,
    repeat: 2,
  });
});

test('a typed total goes with the directions that it was typed for', () => {
  // They typed 44 for their directions: mine do not keep it.
  const theirs = as({ frequency: 'Twice a day' }, typed('44'));
  expect(together(edit({ duration: '1 month' }), theirs).edit.toDispense).toBe('');
  // Theirs keep it.
  expect(together(edit({ repeat: 1 }), theirs).edit.toDispense).toBeNull();
  // I typed 30 for mine: their directions do not take it.
  const mine = edit({ duration: '1 month' }, { toDispense: '30' });
  expect(together(mine, as({ frequency: 'Twice a day' })).edit.toDispense).toBe('30');
  const choice = new Map([['directions', 'theirs']] as const);
  expect(mergeEdits(mine, as({}), as({ frequency: 'Twice a day' }), choice).edit.toDispense).toBe('');
});

test('the line is told in words before it is saved', () => {
  const theirs = as({ frequency: 'Twice a day' }, typed('44'));
  expect(partText(together(edit({ repeat: 1 }), theirs).edit, theirs)).toBe(
    'Metformin 10 mg: One · Twice a day · 3 months · Repeat 1, dispense 44 tablets',
  );
  expect(partText(together(edit({ duration: '1 month' }), theirs).edit, theirs)).toBe(
    'Metformin 10 mg: One · Once a day · 1 month · Repeat 0, quantity to dispense calculated',
  );
});

const ingredient = (strength: string) => [
  { ingredient_name: 'Levothyroxine', strength, strength_unit: 'MCG', dosage_value: '', dosage_unit: '' },
];
/** Synthroid of a strength, as a line. */
const synthroid = (strength: string, more: Partial<MedicationView> = {}) =>
  medication('m1', 'Synthroid', {
    drugId: `synthroid-${strength}`,
    ingredients: ingredient(strength),
    usages: [usage],
    ...more,
  });

test('a total that I typed falls with the drug that it was typed for, and the dialog says so', () => {
  const [base, theirs] = [synthroid('50'), synthroid('100')];
  const mine = edit({}, { toDispense: '45' });
  expect(conflictParts(mine, base, theirs)).toEqual([
    { key: 'drug', label: 'Drug', theirs: 'Synthroid 100 mcg', mine: 'Synthroid 50 mcg', take: 'theirs' },
    { key: 'toDispense', label: 'To dispense', theirs: 'Calculated', mine: '45', take: 'mine' },
  ]);
  const put = together(mine, theirs, base);
  expect(put.edit).toMatchObject({ drug: null, toDispense: '' });
  expect(put).toMatchObject({ total: 'theirs', mayStand: { theirs: true, mine: false } });
  expect(put.lost).toEqual(['45 was typed for Synthroid 50 mcg; the total will be calculated again.']);
  expect(partText(put.edit, theirs)).toContain('Synthroid 100 mcg: ');
  // My drug again, and its total with it.
  const back = mergeEdits(
    mine,
    base,
    theirs,
    new Map([
      ['drug', 'mine'],
      ['toDispense', 'mine'],
    ]),
  );
  expect(back.edit).toMatchObject({ drug: { drugId: 'synthroid-50' }, toDispense: '45' });
  expect(back.lost).toEqual([]);
});

test('their total stays on their drug, and mine of another is told', () => {
  const theirs = synthroid('100', typed('60'));
  const put = together(edit({}, { toDispense: '45' }), theirs, synthroid('50'));
  expect(put.edit.toDispense).toBeNull();
  expect(put.lost).toEqual(['45 was typed for Synthroid 50 mcg; the total is 60 tablets.']);
});

test.each<[string, Partial<MedicationView>]>([
  ['form', { formulations: ['CAPSULE'] }],
  ['strength', { ingredients: ingredient('75') }],
  ['dose', { usages: [{ ...usage, quantity: 'Two' }] }],
  ['frequency', { usages: [{ ...usage, asNeeded: true }] }],
  ['duration', { usages: [{ ...usage, duration: 'Other', durationOther: '10 days' }] }],
])('a typed total does not outlive another %s', (_, change) => {
  const base = synthroid('50');
  const put = together(edit({}, { toDispense: '45' }), { ...base, ...change }, base);
  expect(put.edit.toDispense).toBe('');
  expect(put.lost).toHaveLength(1);
});

test('what only they changed is told also where I changed the same, and their decision with it', () => {
  const mine = edit({ repeat: 2 });
  const theirs = as({ repeat: 2 }, { status: 'Rejected', ...typed('44') });
  expect(
    conflictParts(mine, as({}), theirs).map((part) => [part.key, part.theirs, part.mine, part.take]),
  ).toEqual([
    ['repeat', 'Repeat 2', 'Repeat 2', 'mine'],
    ['toDispense', '44 tablets', 'Calculated', 'theirs'],
    ['decision', 'Rejected', 'Undecided', 'theirs'],
  ]);
  expect(together(mine, theirs).edit.toDispense).toBeNull();
});

test('a total of before that I left alone goes with their drug, with its own unit where it stands', () => {
  const base = synthroid('50', typed('30'));
  const put = together(edit({ repeat: 1 }), synthroid('100'), base);
  expect(put.edit).toMatchObject({ drug: null, toDispense: null });
  expect(put.lost).toEqual([
    '30 tablets was typed for Synthroid 50 mcg; the total will be calculated again.',
  ]);
  const kept = mergeEdits(edit({ repeat: 1 }), base, synthroid('50'), new Map([['toDispense', 'mine']]));
  expect(kept.edit.toDispense).toBe('30 tablets');
});

test('a reason goes with the drug or the supply that it was given for', () => {
  const base = synthroid('50');
  const mine = edit(
    { repeat: 4 },
    { drug: synthroid('75'), supplyReason: 'Travels', exception: { code: 'CONTINUING', text: null } },
  );
  const put = mergeEdits(mine, base, synthroid('100'), new Map([['drug', 'theirs']]));
  expect(put.edit).not.toHaveProperty('exception');
  expect(put.edit.supplyReason).toBeNull();
  expect(put.lost).toEqual([
    'The reason for more than 12 months was given for other directions and is not kept.',
  ]);
});

test('what was saved as it was sent is one’s own, after an answer that was lost: nothing is to settle', () => {
  const base = prescription('p1', [as({})]);
  const mine = edit({ quantity: 'Two' });
  const saved = (change: Partial<Usage>, more: Partial<MedicationView> = {}) =>
    prescription('p1', [as(change, more)], { version: base.version + 1 });
  expect(isAsSent(mine, base, saved({ quantity: 'Two' }))).toBe(true);
  expect(isAsSent(mine, base, saved({ quantity: 'Three' }))).toBe(false);
  // Someone decided meanwhile.
  expect(isAsSent(mine, base, saved({ quantity: 'Two' }, { status: 'Rejected' }))).toBe(false);
  const approve = { kind: 'decide', line: 'm1', status: 'Approved' } as const;
  expect(isAsSent(approve, base, saved({}, { status: 'Approved' }))).toBe(true);
  expect(isAsSent(approve, base, saved({}, { status: 'Rejected' }))).toBe(false);
});
