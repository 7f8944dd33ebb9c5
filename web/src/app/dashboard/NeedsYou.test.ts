// SPDX-License-Identifier: AGPL-3.0-or-later

import { expect, test } from 'vitest';
import type { DraftView, MessageRow, PrescriptionView } from '../../api/generated/schema';
import { medication, prescription } from '../../features/prescriptions/review/test-data';
import { needsOf } from './NeedsYou';

const now = new Date('2026-11-21T17:45:00Z');
const doctor = { _id: 'doctor', FirstName: 'Imogen', LastName: 'Castellan' };
const patient = { _id: 'patient', FirstName: 'Maren', LastName: 'Holloway' };

const message = (part: Partial<MessageRow>) =>
  ({
    _id: 'm',
    from: doctor,
    repliedBy: null,
    canReply: true,
    isArchive: false,
    subject: 'About your thyroid test',
    asks: true,
    ...part,
  }) as MessageRow;

const draft = (medications: number) =>
  ({
    content: {
      medications: Array.from({ length: medications }, () => ({})),
      pharmacy: null,
      loadCurrent: false,
      step: null,
    },
    version: 3,
    updatedAt: '2026-11-21T16:00:00Z',
  }) as unknown as DraftView;

const titles = (part: Partial<Parameters<typeof needsOf>[0]>) =>
  needsOf({ me: 'patient', requests: [], shown: [], draft: undefined, messages: [], now, ...part }).map(
    ({ title }) => title,
  );

test('a question of the clinic is there until it is answered, and again with the next question', () => {
  const asks = 'Imogen Castellan asked you something';
  expect(titles({ messages: [message({})] })).toEqual([asks]);
  expect(titles({ messages: [message({ repliedBy: patient, asks: true })] })).toEqual([]);
  expect(
    titles({ messages: [message({ repliedBy: doctor, from: { ...patient, HealthDocuments: [] } })] }),
  ).toEqual([asks]);
  expect(titles({ messages: [message({ asks: false })] })).toEqual([]);
  expect(titles({ messages: [message({ isArchive: true })] })).toEqual([]);
  expect(titles({ messages: [message({ canReply: false })] })).toEqual([]);
  expect(titles({ messages: [message({ from: { ...patient, HealthDocuments: [] } })] })).toEqual([]);
});

test('a request that was begun is there while it holds something', () => {
  expect(titles({ draft: draft(2) })).toEqual(['Your request is not sent yet']);
  expect(titles({ draft: draft(0) })).toEqual([]);
});

test('a declined card comes first, until it is paid', () => {
  const request = (canPay: boolean) =>
    ({
      _id: 'r',
      label: 'P-20001',
      canPay,
      payment: { state: 'declined' },
      medications: [],
      statuses: [],
    }) as unknown as PrescriptionView;
  const shown = [request(true)];
  expect(titles({ requests: shown, shown, draft: draft(1) })).toEqual([
    'Your card was declined',
    'Your request is not sent yet',
  ]);
  const paid = [request(false)];
  expect(titles({ requests: paid, shown: paid })).toEqual([]);
});

test('a refund that is open stands there until the money went back, beside a newer request', () => {
  const at = '2026-11-20T18:00:00Z';
  const refunded = (refundState: 'unknown' | 'done') =>
    prescription('r', [medication('m', 'RAMIPRIL', { status: 'Approved' })], {
      status: 'FAXED',
      statuses: [{ code: 'FAXED', text: 'Faxed to pharmacy', at, by: null, detail: null }],
      refundState,
    });
  const live = prescription('n', [medication('n', 'METFORMIN')], { status: 'PENDING' });
  const needs = (refundState: 'unknown' | 'done') =>
    needsOf({
      me: 'patient',
      requests: [live, refunded(refundState)],
      shown: [live],
      draft: undefined,
      messages: [],
      now,
    });
  expect(needs('unknown')).toMatchObject([{ text: 'the refund is on its way', does: 'View the refund' }]);
  expect(needs('done')).toEqual([]);
});
