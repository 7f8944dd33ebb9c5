// SPDX-License-Identifier: AGPL-3.0-or-later

import { expect, test } from 'vitest';
import { lossText, lossTitle } from './losses';

const entries = {
  kind: 'entries',
  rule: 'Pharmacies',
  matched: 31,
  now: 22,
  earlier: 6,
  examples: ['A', 'B'],
} as const;
const numbers = {
  kind: 'numbers',
  rule: 'Fax numbers of Pharmacies',
  matched: 12,
  now: 0,
  earlier: 0,
  examples: ['A (604-555-0100 -> 604-555-0200)'],
} as const;

function silent(...falls: readonly (typeof entries | typeof numbers)[]) {
  return falls.map((fall) => ({ ...fall, examples: [...fall.examples] }));
}

test('what goes is told with what went before', () => {
  const [fall] = silent(entries);
  expect(fall && lossText(fall, false)).toBe(
    '31 entries before, 22 after, losing A, B; 6 of them in the last 30 days already',
  );
  expect(fall && lossText({ ...fall, kind: 'drugs', earlier: 0 }, true)).toBe(
    '31 drugs before, 22 after, losing A, B',
  );
});

test('changed numbers have their own sentence', () => {
  const [fall] = silent(numbers);
  expect(fall && lossText(fall, false)).toBe(
    '12 of 12 would change, such as A (604-555-0100 -> 604-555-0200)',
  );
});

test('the notice says what it is about', () => {
  expect(lossTitle({ kind: 'import', silent: silent(entries) })).toBe('Entries that are not in the file');
  expect(lossTitle({ kind: 'import', silent: silent(numbers) })).toContain('prescriptions go to them');
  expect(lossTitle({ kind: 'import', silent: silent(entries, numbers) })).toContain('and entries');
  expect(lossTitle({ kind: 'build', silent: [] })).toContain('Rules');
  expect(lossTitle({ kind: 'undo', silent: [] })).toContain('Rules');
});
