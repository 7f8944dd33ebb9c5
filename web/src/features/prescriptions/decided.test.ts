// SPDX-License-Identifier: AGPL-3.0-or-later

import { expect, test } from 'vitest';
import { addressOf, dayFaults, decidedOf } from './decided';

const NOTHING = { late: undefined, from: undefined, to: undefined };

test('an address is read as it was written', () => {
  const decided = { isLate: true, from: '2026-10-23', to: '2026-11-21' };
  expect(addressOf(decided)).toBe('/prescriptions?list=all&late=yes&from=2026-10-23&to=2026-11-21');
  expect(decidedOf({ late: 'yes', from: '2026-10-23', to: '2026-11-21' })).toEqual(decided);
  expect(decidedOf(NOTHING)).toEqual({ isLate: false, from: undefined, to: undefined });
  expect(addressOf(decidedOf(NOTHING))).toBe('/prescriptions?list=all');
});

test('what makes no sense in an address is as if it were not there', () => {
  const days = { from: undefined, to: undefined };
  expect(decidedOf({ late: 'perhaps', from: 'today', to: '2026-02-30' })).toEqual({ isLate: false, ...days });
  expect(decidedOf({ late: 'yes', from: '2026-11-02', to: '2026-11-01' })).toEqual({ isLate: true, ...days });
});

test('the first day is not after the last one', () => {
  expect(dayFaults({ from: '2026-11-02', to: '2026-11-01' })).toEqual([
    { field: 'from', message: 'The first day cannot be after the last day.' },
  ]);
  expect(dayFaults({ from: '2026-11-01', to: '2026-11-01' })).toEqual([]);
  expect(dayFaults({ from: '2026-11-02', to: undefined })).toEqual([]);
});
