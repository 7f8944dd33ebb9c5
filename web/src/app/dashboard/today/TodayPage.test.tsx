// SPDX-License-Identifier: AGPL-3.0-or-later

import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { QueueRow } from '../../../api/generated/schema';
import { queryClient, storeSettings } from '../../../api/queries';
import { renderAt } from '../../../testing/renderAt';
import { answerWith, pathOf } from '../../../testing/server';
import { testSettings } from '../../../testing/settings';
import { until } from '../../../testing/until';
import { TodayPage } from './TodayPage';

vi.mock('../../../api/session', () => ({
  useMe: () => ({ Role: 'ROLE_DOCTOR', isAdmin: false, Person: { _id: 'me' } }),
}));

// Half past eleven in the evening, in Vancouver.
const LATE = new Date('2026-11-22T07:30:00Z');

const row = (label: string, since: string) =>
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
    claim: null,
  }) as unknown as QueueRow;

let asked = 0;
let isDown = false;

beforeEach(() => {
  asked = 0;
  isDown = false;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: LATE });
  storeSettings(testSettings);
  answerWith((request) => {
    const path = pathOf(request);
    if (path !== '/api/today')
      return Response.json({ items: [], nextCursor: null, total: 0, isMore: false, count: 0 });
    asked += 1;
    if (isDown) return Response.json({ message: 'No.', code: 'REFUSED', errors: [] }, { status: 403 });
    const oldest = row('P-20002', '2026-11-21T20:30:00Z');
    return Response.json({
      now: new Date().toISOString(),
      queue: {
        // In the order of payment: the fax of the first failed a moment ago.
        items: [row('P-20001', '2026-11-22T07:20:00Z'), oldest],
        oldest,
        counts: { all: 2, mine: 0, unclaimed: 2, open: 2, risk: 0 },
        promiseHours: 24,
      },
      failed: { items: [], total: 0, faxes: 0 },
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
