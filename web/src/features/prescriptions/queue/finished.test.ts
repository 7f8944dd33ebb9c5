// SPDX-License-Identifier: AGPL-3.0-or-later

/** The sum of what a doctor finished of a patient, and what belongs to it. */
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { FaxView, PaymentView, PersonRef, PrescriptionView } from '../../../api/generated/schema';
import { medication, prescription } from '../review/test-data';
import { isDone, sumOf, useFinishedHere } from './finished';

const me: PersonRef = { _id: 'd1', FirstName: 'Rowan', LastName: 'Castellan' };
const other: PersonRef = { _id: 'd2', FirstName: 'Helen', LastName: 'Varga' };

const fax: FaxView = {
  _id: 'f1',
  at: '2026-11-20T19:00:00Z',
  attempts: 1,
  copy: 1,
  pages: 2,
  reason: null,
  recipientName: 'Tidewater Pharmacy',
  state: 'queued',
  toNumber: '6045550177',
  undelivered: false,
};

const decided = (id: string, by: PersonRef | null, change: Partial<PrescriptionView> = {}) =>
  prescription(
    id,
    [
      medication(`${id}-1`, 'METFORMIN', { status: 'Approved', decidedBy: by }),
      medication(`${id}-2`, 'RAMIPRIL', { status: 'Rejected', decidedBy: by }),
    ],
    { work: null, canDecide: false, ...change },
  );

const payment = (refundAmount: number | null) => ({ refundAmount }) as PaymentView;

test.each<[string, PrescriptionView[]]>([
  ['1 approved, 1 rejected, fax on its way to Tidewater Pharmacy.', [decided('1', me, { fax })]],
  [
    '1 approved, 1 rejected, faxed to Tidewater Pharmacy, $10.00 refunded.',
    [decided('1', me, { fax: { ...fax, state: 'sent' }, refundState: 'done', payment: payment(10) })],
  ],
  ['1 approved, 1 rejected, refund requested.', [decided('1', me, { refundState: 'intended' })]],
  // A clinic without fees gives nothing back.
  ['1 approved, 1 rejected.', [decided('1', me, { refundState: 'done', payment: payment(0) })]],
  [
    '2 approved, 2 rejected, fax on its way to Tidewater Pharmacy.',
    [decided('1', me, { fax }), decided('2', me, { fax })],
  ],
])('%s', (said, finished) => {
  expect(sumOf(finished)).toBe(said);
});

test('counted is what was open here, is done, and was decided by this doctor', () => {
  const open = (id: string) => prescription(id, [medication(`${id}-1`, 'METFORMIN')]);
  const before = decided('before', me);
  const { result, rerender } = renderHook(({ all }) => useFinishedHere(all, me._id), {
    initialProps: { all: [open('mine'), open('theirs'), open('left'), before] },
  });
  expect(result.current).toEqual([]);
  const mine = decided('mine', me, { fax });
  rerender({ all: [mine, decided('theirs', other), open('left'), before] });
  expect(result.current).toEqual([mine]);
  // Taken back, it is work again.
  rerender({ all: [{ ...mine, work: 'fax' }, open('left'), before] });
  expect(result.current).toEqual([]);
});

test('a fax that can still be taken back is done with, unless money is to go back', () => {
  const leaving = decided('1', me, { work: 'send', fax });
  expect(isDone(leaving)).toBe(true);
  expect(isDone({ ...leaving, canRefund: true })).toBe(false);
  expect(isDone({ ...leaving, fax: null })).toBe(false);
  expect(isDone({ ...leaving, work: 'fax', fax: { ...fax, state: 'failed' } })).toBe(false);
});
