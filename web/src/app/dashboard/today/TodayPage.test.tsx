// SPDX-License-Identifier: AGPL-3.0-or-later

import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { QueueRow, TodayView } from '../../../api/generated/schema';
import { queryClient, storeSettings } from '../../../api/queries';
import { renderAt } from '../../../testing/renderAt';
import { answerWith, pathOf } from '../../../testing/server';
import { testSettings } from '../../../testing/settings';
import { until } from '../../../testing/until';
import { TodayPage } from './TodayPage';

const me = { Role: 'ROLE_DOCTOR', isAdmin: false, Person: { _id: 'me' } };
vi.mock('../../../api/session', () => ({ useMe: () => me }));

// Half past eleven in the evening, in Vancouver.
const LATE = new Date('2026-11-22T07:30:00Z');

const row = (label: string, since: string, claim: QueueRow['claim'] = null) =>
  ({
    _id: label,
    label,
    person: { _id: `of ${label}`, FirstName: 'Maren', LastName: 'Holloway' },
    status: 'PENDING',
    work: 'review',
    since,
    promisedBy: null,
    lines: 1,
    undecided: 1,
    drug: null,
    flags: [],
    fax: null,
    refund: null,
    claim,
  }) as unknown as QueueRow;

let asked = 0;
let isDown = false;
let claim: QueueRow['claim'] = null;
let failed: TodayView['failed'] = { items: [], total: 0, faxes: 0 };
let overdue = 0;

beforeEach(() => {
  overdue = 0;
  asked = 0;
  isDown = false;
  claim = null;
  failed = { items: [], total: 0, faxes: 0 };
  me.Role = 'ROLE_DOCTOR';
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: LATE });
  storeSettings(testSettings);
  answerWith((request) => {
    const path = pathOf(request);
    if (path === '/api/prescription/claim-next')
      return Response.json({ personId: 'whom nobody has', claim: null });
    if (path !== '/api/today')
      return Response.json({ items: [], nextCursor: null, total: 0, isMore: false, count: 0 });
    asked += 1;
    if (isDown) return Response.json({ message: 'No.', code: 'REFUSED', errors: [] }, { status: 403 });
    const oldest = row('P-20002', '2026-11-21T20:30:00Z');
    return Response.json({
      now: new Date().toISOString(),
      queue: {
        // The fax of the first failed a moment ago, and is to be handled soon.
        items: [row('P-20001', '2026-11-22T07:20:00Z', claim), oldest],
        oldest,
        counts: { all: 2, mine: 0, unclaimed: 2, open: 2, risk: overdue, overdue },
        promiseHours: 24,
      },
      failed,
      restored: null,
      day: {
        day: '2026-11-21',
        hours: Array.from({ length: 24 }, (_, hour) => ({ hour, received: 0, decided: 0, usual: null })),
        decisionSeconds: null,
        mine: { requests: 0, medications: 0 },
      },
      alsoOpen: { clinicQueue: 0, labExceptions: 0 },
    });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
});

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

test('the oldest is what has waited longest, wherever it stands', async () => {
  await renderAt('/dashboard', <TodayPage />);
  const facts = await screen.findByRole('list', { name: 'Now' });
  await until(() => expect(facts).toHaveTextContent(/Oldest is waiting\s*11 h/));
  expect(facts).toHaveTextContent('P-20002');
});

test('what is overdue is said to be, where it is counted among what is at risk', async () => {
  await renderAt('/dashboard', <TodayPage />);
  const facts = await screen.findByRole('list', { name: 'Now' });
  await until(() => expect(facts).toHaveTextContent(/Promise at risk\s*0\s*Under 6\sh left/));
  overdue = 1;
  await act(() => queryClient.invalidateQueries());
  await until(() => expect(facts).toHaveTextContent(/Promise at risk\s*1\s*1 is overdue/));
  expect(facts).not.toHaveTextContent('left');
});

test('a clinic in which nothing has happened yet has a sentence, and no chart', async () => {
  await renderAt('/dashboard', <TodayPage />);
  expect(await screen.findByText('No requests yet today.')).toBeVisible();
  expect(screen.queryByRole('figure')).toBeNull();
  expect(screen.queryByText('Chart')).toBeNull();
});

test.each([
  ['goes on with a patient of one’s own', true, '/patient/of P-20001'],
  ['takes the first whom nobody has', false, '/patient/whom nobody has'],
])('the button opens the first row: it %s', async (_, mine, where) => {
  claim = mine
    ? { by: { _id: 'me', FirstName: 'Priya', LastName: 'Nandakumar' }, at: LATE.toISOString(), mine }
    : null;
  const { router } = await renderAt('/dashboard', <TodayPage />);
  expect(await screen.findByText('Least time left first')).toBeVisible();
  await screen.findByRole('link', { name: /P-20001/ });
  await userEvent.click(screen.getByRole('button', { name: /^Next patient/ }));
  await until(() => expect(decodeURIComponent(router.location.href)).toContain(where));
});

const person = { _id: 'maren', FirstName: 'Maren', LastName: 'Holloway' };
const fax = (state: 'failed' | 'unknown') => ({
  kind: 'fax' as const,
  _id: `fax-${state}`,
  subjectKind: 'prescription' as const,
  subjectId: 'request',
  person,
  since: '2026-11-21T20:30:00Z',
  fax: {
    label: 'P-20003',
    recipientName: 'Gorge Road Pharmacy',
    toNumber: '16045550168',
    state,
    reason: 'The line was busy.',
  },
  amount: null,
});

test.each([
  ['ROLE_DOCTOR', 'My queue', '/queue?filter=open'],
  ['ROLE_OFFICE', 'Queue', '/queue'],
])('everything on it leads to where it says: %s', async (role, queue, all) => {
  me.Role = role;
  const refund = { ...fax('failed'), kind: 'refund' as const, _id: 'request', fax: null, amount: 20 };
  failed = { items: [fax('failed'), fax('unknown'), refund], total: 3, faxes: 2 };
  await renderAt('/dashboard', <TodayPage />);
  const row1 = await screen.findByRole('link', { name: /^Maren Holloway P-20001/ });
  const to = (name: string | RegExp) =>
    decodeURIComponent(screen.getByRole('link', { name }).getAttribute('href') ?? '');
  expect(decodeURIComponent(row1.getAttribute('href') ?? '')).toBe(
    '/patient/of P-20001?section=prescriptions&item=P-20001',
  );
  expect(to('Review queue')).toBe(all);
  expect(to(`${queue}: 2`)).toBe(all);
  expect(to('2 unclaimed')).toBe('/queue?filter=unclaimed');
  expect(to('P-20002')).toBe('/patient/of P-20002?section=prescriptions&item=P-20002');
  expect(to('Promise at risk: 0')).toBe('/queue?filter=risk');
  expect(to('Fax desk, 2 need attention')).toBe('/fax-desk?state=trouble');
  expect(to(/^Fax again: Fax to Gorge Road Pharmacy failed/)).toBe('/fax-desk?state=trouble&fax=fax-failed');
  expect(to(/^Check the fax: /)).toBe('/fax-desk?state=trouble&fax=fax-unknown');
  const record = '/patient/maren?section=prescriptions&item=request';
  // A copy is voided, and another pharmacy chosen, by a doctor.
  expect(to(role === 'ROLE_DOCTOR' ? /^Choose another: / : /^View: Fax to /)).toBe(record);
  expect(to(/^View: Refund of \$20\.00 not confirmed/)).toBe(record);
  expect(to(/^Clinic queue/)).toBe('/clinic-queue');
  expect(screen.queryAllByRole('link', { name: /^Lab exceptions/ })).toHaveLength(
    role === 'ROLE_DOCTOR' ? 1 : 0,
  );
  // Only doctors take patients.
  expect(screen.queryAllByRole('button', { name: /^Next patient/ })).toHaveLength(
    role === 'ROLE_DOCTOR' ? 1 : 0,
  );
});

test('past midnight it is asked for once every half minute while the call fails', async () => {
  await renderAt('/dashboard', <TodayPage />);
  await until(() => expect(asked).toBe(1));
  await until(() => expect(queryClient.isFetching()).toBe(0));
  isDown = true;
  await pass(29 * 60);
  expect(asked).toBe(1);
  await pass(90);
  await until(() => expect(queryClient.isFetching()).toBe(0));
  const before = asked;
  expect(before).toBeGreaterThan(1);
  await pass(30);
  await until(() => expect(queryClient.isFetching()).toBe(0));
  expect(asked).toBe(before + 1);
});
