// SPDX-License-Identifier: AGPL-3.0-or-later

/** An open fax of the desk: which machine answered, and what is offered while that is in question. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';

import type { FaxDetail } from '../../api/generated/schema';
import { storeSettings, queryClient } from '../../api/queries';
import { answerWith } from '../../testing/server';
import { testSettings } from '../../testing/settings';
import { renderAt } from '../../testing/renderAt';
import { until } from '../../testing/until';
import { loadDialogs } from '../../ui/dialogs/Dialog';
import { faxBadge, faxReason, rowBadge, subjectText } from './labels';
import { FaxPane } from './FaxPane';

vi.mock('../../api/session', () => ({ useMe: () => ({ Role: 'ROLE_OFFICE', Person: { _id: 'me' } }) }));

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const REASON =
  'The machine that answered calls itself +1 604 555 0143, not 604-555-0142. Please ask Pine Pharmacy by telephone whether it arrived.';

function fax(change: Partial<FaxDetail> = {}): FaxDetail {
  const { proof, ...rest } = change;
  return {
    _id: 'f1',
    version: 3,
    subject: { kind: 'prescription', _id: 'r1', label: 'P-20418' },
    person: { _id: 'p1', FirstName: 'Marguerite', LastName: 'Tremblay' },
    recipientName: 'Pine Pharmacy',
    toNumber: '16045550142',
    state: 'delivered',
    trouble: false,
    reason: null,
    isVoid: false,
    queuedAt: '2026-11-20T18:00:00Z',
    sentAt: '2026-11-20T18:01:00Z',
    deliveredAt: '2026-11-20T18:02:00Z',
    confirmedBy: null,
    pages: 2,
    attempts: 1,
    copy: 1,
    copies: { byStaff: 1, byLink: 0, byLinkMost: 2 },
    by: null,
    byLink: false,
    clarifications: 0,
    canConfirm: 'The fax arrived.',
    canSendAgain: null,
    attemptList: [],
    clarificationList: [],
    copyList: [],
    proof: {
      machine: 'same_number',
      remoteId: '+1 604 555 0142',
      documentSha256: 'ab',
      sentSha256: null,
      transmittedAt: null,
      hasCover: true,
      ...proof,
    },
    ...rest,
  };
}

async function open(detail: FaxDetail) {
  storeSettings(testSettings);
  answerWith(() => Response.json(detail));
  await renderAt('/fax-desk', <FaxPane id={detail._id} state={undefined} />);
  await screen.findByRole('heading', { level: 2, name: subjectText(detail) });
}

const proof = (machine: FaxDetail['proof']['machine'], remoteId: string | null) => ({
  ...fax().proof,
  machine,
  remoteId,
});

test('a delivered fax that another machine answered is in question, and can be confirmed', async () => {
  await open(
    fax({ trouble: true, reason: REASON, canConfirm: null, proof: proof('other_number', '+1 604 555 0143') }),
  );
  expect(screen.getByText(REASON)).toBeInTheDocument();
  const words = screen.getByText('not the number that was dialled');
  expect(words.querySelector('svg')).not.toBeNull();
  expect(words.closest('dd')).toHaveTextContent('+1 604 555 0143');
  expect(screen.getByRole('button', { name: 'Confirm by telephone' })).toBeEnabled();
  expect(screen.getByText('Delivered, to be checked')).toBeInTheDocument();
});

test('the machine that named the number is told so, and nothing is to be confirmed', async () => {
  await open(fax());
  expect(screen.getByText('the number that was dialled')).toBeInTheDocument();
  expect(screen.queryByText('not the number that was dialled')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Confirm by telephone' })).toBeNull();
});

test('a machine that gave a name only has no number to compare', async () => {
  await open(fax({ proof: proof('no_number', 'PINE PHARMACY') }));
  expect(screen.getByText('no number to compare').closest('dd')).toHaveTextContent('PINE PHARMACY');
});

test('while nobody answered, no machine is spoken of', async () => {
  await open(
    fax({ state: 'failed', trouble: true, reason: 'The fax line was busy.', proof: proof(null, null) }),
  );
  expect(screen.queryByText(/number that was dialled|number to compare/)).toBeNull();
  expect(faxBadge({ state: 'delivered', confirmedBy: null }).text).toBe('Delivered');
});

test('what was voided before it left did not fail, and a cancellation is not its prescription', () => {
  const voided = { state: 'failed', confirmedBy: null, reason: 'It was voided before it left.' } as const;
  expect(faxBadge(voided)).toEqual({ code: 'VOID', text: 'Voided before it left' });
  expect(faxReason(voided)).toBeNull();
  const busy = { ...voided, reason: 'The fax line was busy.' };
  expect(faxBadge({ ...busy, trouble: true })).toEqual({ code: 'FAX_FAILED', text: 'Failed' });
  // What someone has dealt with is told without red.
  expect(faxBadge({ ...busy, trouble: false })).toEqual({ code: 'FAX_OVER', text: 'Failed' });
  const subject = { _id: 's', label: 'P-20418', kind: 'prescription_void' } as const;
  expect(subjectText({ subject, copy: 1 })).toBe('Cancellation of P-20418');
  expect(subjectText({ subject: { ...subject, kind: 'prescription' }, copy: 2 })).toBe('P-20418, copy 2');
});

test('a void copy and a cancellation are told from a prescription that arrived', async () => {
  await open(fax({ canSendAgain: 'This copy is void and will not be sent.', isVoid: true }));
  expect(screen.getByText('Copy 1 void')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
});

test('a list says of a copy that had arrived that it is void now', () => {
  const { attemptList: _, ...row } = fax({ isVoid: true });
  expect(rowBadge(row)).toEqual({ code: 'VOID', text: 'Delivered, now void' });
  expect(rowBadge({ ...row, state: 'failed', reason: 'The fax line was busy.' }).text).toBe(
    'Failed, now void',
  );
  expect(rowBadge({ ...row, state: 'failed', reason: 'It was voided before it left.' }).text).toBe(
    'Voided before it left',
  );
  expect(rowBadge({ ...row, isVoid: false }).text).toBe('Delivered');
});

test('the heading of a cancellation says whose it is', async () => {
  await open(fax({ subject: { kind: 'prescription_void', _id: 'v1', label: 'P-20418' } }));
  expect(screen.getByRole('heading', { level: 2, name: 'Cancellation of P-20418' })).toBeVisible();
  expect(screen.queryByText(/^Copy \d+ void$/)).toBeNull();
});

test('a confirmation without an answer goes when the fax is seen to be confirmed', async () => {
  await loadDialogs();
  const before = fax({ state: 'sent', canConfirm: null });
  await open(before);
  let now = before;
  answerWith((request) => {
    if (request.method === 'GET') return Response.json(now);
    now = { ...before, version: 4, confirmedBy: { _id: 'me', FirstName: 'Ada', LastName: 'Roy' } };
    return new Response('', { status: 502 });
  });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Confirm by telephone' }));
  await user.type(await screen.findByLabelText(/^Who confirmed it/), 'Sam, all pages');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a confirmation that somebody else was quicker with keeps its note, and says what they did', async () => {
  await loadDialogs();
  const before = fax({ state: 'sent', canConfirm: null });
  await open(before);
  let now = before;
  answerWith((request) => {
    if (request.method === 'GET') return Response.json(now);
    now = {
      ...before,
      version: 4,
      canConfirm: 'It has been confirmed.',
      confirmedBy: { _id: 'other', FirstName: 'Ada', LastName: 'Roy' },
    };
    return Response.json({ code: 'STALE_VERSION', message: 'Changed.', current: now }, { status: 409 });
  });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Confirm by telephone' }));
  await user.type(await screen.findByLabelText(/^Who confirmed it/), 'Sam, all pages');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  const dialog = await screen.findByRole('dialog');
  await until(() => expect(dialog).toHaveTextContent('Ada Roy confirmed its arrival.'));
  expect(screen.getByLabelText(/^Who confirmed it/)).toHaveValue('Sam, all pages');
  expect(screen.getByRole('button', { name: 'Confirm' })).toHaveAttribute('aria-disabled', 'true');
});
