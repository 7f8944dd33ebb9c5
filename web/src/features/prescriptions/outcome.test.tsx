// SPDX-License-Identifier: AGPL-3.0-or-later

/** What a patient reads of a request that was approved in part: the facts, the reason and what to do next. */
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import type { PrescriptionView, ReasonView } from '../../api/generated/schema';
import { NotApproved } from './NotApproved';
import { requestTitle } from './medicationText';
import { outcomeText, stillOpen } from './outcome';
import { moneySentence } from './refusalWords';
import { medication, prescription } from './review/test-data';

vi.mock('../../ui/links/AppLink', () => ({
  ButtonLink: ({ href, children }: { href: string; children: string }) => <a href={href}>{children}</a>,
}));

const FAXED = { code: 'FAXED' as const, text: 'Faxed', at: '2026-11-21T18:00:00Z', by: null, detail: null };
const lines = (...statuses: ('Approved' | 'Rejected' | null)[]) =>
  statuses.map((status, at) => medication(`m${at}`, `Drug${at}`, { status }));
const refunded = (amount: number): Partial<PrescriptionView> => ({
  refundState: 'done',
  payment: {
    method: 'card',
    state: 'charged',
    refundAmount: amount,
  } as PrescriptionView['payment'],
});

test.each<[string, PrescriptionView, string | undefined]>([
  ['undecided', prescription('1', lines('Rejected', null)), undefined],
  ['all approved', prescription('1', lines('Approved', 'Approved')), undefined],
  [
    'in part',
    prescription('1', lines('Approved', 'Approved', 'Rejected'), { statuses: [FAXED], ...refunded(20) }),
    '2 of 3 faxed, 1 not approved, $20.00 refunded',
  ],
  [
    'in part, before the fax',
    prescription('1', lines('Approved', 'Rejected'), { refundable: 10 }),
    '1 of 2 approved, 1 not approved, $10.00 to be refunded',
  ],
  [
    'none, the refund not confirmed',
    prescription('1', lines('Rejected'), { refundState: 'unknown' }),
    'Not approved, the refund is on its way',
  ],
  [
    'none, and no refund exists',
    prescription('1', lines('Rejected'), { refundable: 50 }),
    'Not approved, $50.00 to be refunded',
  ],
  ['none, and free of charge', prescription('1', lines('Rejected', 'Rejected')), 'Not approved'],
  [
    'in part, on paper after a fax that is void',
    prescription('1', lines('Approved', 'Rejected'), {
      statuses: [FAXED],
      copies: [{ way: 'paper', state: 'printed', void: null }] as unknown as PrescriptionView['copies'],
    }),
    '1 of 2 printed, 1 not approved',
  ],
  [
    'in part, the fax failed',
    prescription('1', lines('Approved', 'Rejected'), {
      statuses: [FAXED],
      fax: { state: 'failed', undelivered: true } as PrescriptionView['fax'],
    }),
    '1 of 2 approved, 1 not approved',
  ],
])('%s', (_, request, words) => {
  expect(outcomeText(request)).toBe(words);
});

const reason: ReasonView = {
  code: 'BLOOD_TEST',
  label: null,
  sentence: 'A blood test is needed before this can be renewed.',
  advice: 'Message the clinic to arrange the test.',
  next: 'message',
  text: null,
};

test('a line that was not approved says why and offers what to do, an old one nothing new', () => {
  const request = prescription('1', [
    medication('m1', 'Metformin', { status: 'Rejected', reason }),
    medication('m2', 'Ramipril', { status: 'Rejected' }),
    medication('m3', 'Candesartan', {
      status: 'Rejected',
      reason: { ...reason, sentence: 'Ask them.', next: 'pharmacy' },
    }),
  ]);
  render(
    <MantineProvider env="test">
      {request.medications.map((line) => (
        <NotApproved key={line._id} line={line} request={request} forPatient={line.reason !== null} />
      ))}
    </MantineProvider>,
  );
  expect(screen.getByText('A blood test is needed before this can be renewed.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Message the clinic' })).toHaveAttribute('href', '/messaging');
  expect(screen.getByRole('link', { name: 'Call the pharmacy' })).toHaveAttribute('href', 'tel:+16045550176');
  expect(screen.getAllByRole('link')).toHaveLength(2);
});

test('staff read the reason and what the patient is told, without the patient’s act', () => {
  const line = medication('m1', 'Metformin', { status: 'Rejected', reason });
  render(
    <MantineProvider env="test">
      <NotApproved line={line} request={prescription('1', [line])} forPatient={false} />
    </MantineProvider>,
  );
  expect(screen.getByText('A blood test is needed before this can be renewed.')).toBeVisible();
  expect(screen.getByText(/^The patient reads: Message the clinic/)).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});

test.each<[string, Partial<PrescriptionView>, string]>([
  ['refunded', refunded(20), ' $20.00 refunded.'],
  ['to be refunded', { refundable: 10 }, ' $10.00 to be refunded.'],
  ['on its way', { refundState: 'unknown' }, ' The refund is on its way.'],
  [
    'nothing back',
    { payment: { chargedAt: '2026-11-20T18:00:00Z', refundAmount: 0 } as PrescriptionView['payment'] },
    ' None of the fee will be refunded.',
  ],
  ['free of charge', {}, ''],
])('without a reason the patient reads what to do next: %s', (_, change, words) => {
  const line = medication('m1', 'Metformin', { status: 'Rejected' });
  const request = prescription('1', [line], change);
  render(
    <MantineProvider env="test">
      <NotApproved line={line} request={request} forPatient />
    </MantineProvider>,
  );
  expect(screen.getByText('The doctor did not approve this medication.')).toBeVisible();
  const advice =
    'Message the clinic, and someone will explain what to do next. If it cannot wait, see a doctor or go to a walk-in clinic.';
  expect(screen.getByText(advice, { exact: false })).toHaveTextContent(`${advice}${words}`);
  expect(screen.getByRole('link', { name: 'Message the clinic' })).toHaveAttribute('href', '/messaging');
});

test('while other lines are undecided the money is not told yet', () => {
  const payment = { chargedAt: '2026-11-20T18:00:00Z', refundAmount: 0 } as PrescriptionView['payment'];
  expect(moneySentence(prescription('1', lines('Rejected', null), { payment }))).toBe(
    'Any refund will be shown here once every medication is decided.',
  );
});

test('what was not approved stays open until it is asked for again, money until it went back', () => {
  const now = new Date('2026-11-22T18:00:00Z');
  const part = prescription('1', lines('Approved', 'Rejected'), { statuses: [FAXED] });
  expect(stillOpen(part, [], now)).toEqual({ text: '1 of 2 faxed, 1 not approved', isRefused: true });
  const again = prescription('2', lines(null, null));
  expect(stillOpen(part, [again], now)).toBeNull();
  expect(stillOpen({ ...part, refundable: 10 }, [again], now)).toEqual({
    text: '1 of 2 faxed, 1 not approved, $10.00 to be refunded',
    isRefused: false,
  });
  expect(stillOpen({ ...part, ...refunded(10) }, [again], now)).toBeNull();
  expect(stillOpen(prescription('1', lines('Approved'), { statuses: [FAXED] }), [], now)).toBeNull();
  expect(stillOpen(part, [], new Date('2026-12-31T18:00:00Z'))).toBeNull();
});

test('a request is headed by its drugs', () => {
  expect(requestTitle(lines('Approved').slice(0, 1))).toMatch(/^Drug0\b/);
  expect(requestTitle(lines('Approved', 'Approved', null))).toMatch(/^Drug0.* and 2 more$/);
  expect(requestTitle([])).toBe('Prescription');
});
