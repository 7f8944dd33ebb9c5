// SPDX-License-Identifier: AGPL-3.0-or-later

import { afterEach, expect, test } from 'vitest';
import type { PrescriptionView } from '../../api/generated/schema';
import { beginPrint, lostPrint } from './lostPrint';

const withCopies = (...copies: { number: number; way: string; state: string }[]) =>
  ({ _id: 'p1', copies }) as unknown as PrescriptionView;
const PRINTED = withCopies({ number: 1, way: 'paper', state: 'live' });

afterEach(() => sessionStorage.clear());

test('a sheet that did not come out is had again with the key of its print, also after a reload', () => {
  expect(lostPrint(PRINTED)).toBeNull();
  expect(beginPrint(withCopies(), 'first').key).toBe('first');
  // It never arrived: pressed again it is the same print.
  expect(beginPrint(withCopies(), 'second').key).toBe('first');
  // It arrived, and its answer was lost.
  const again = beginPrint(PRINTED, 'third');
  expect(again.key).toBe('first');
  again.over();
  expect(lostPrint(PRINTED)).toBeNull();
});

test('another copy is another print', () => {
  beginPrint(withCopies(), 'first');
  const voided = withCopies({ number: 1, way: 'paper', state: 'voided' });
  expect(lostPrint(voided)).toBeNull();
  expect(beginPrint(voided, 'second').key).toBe('second');
  expect(lostPrint(withCopies({ number: 2, way: 'fax', state: 'live' }))).toBeNull();
});
