// SPDX-License-Identifier: AGPL-3.0-or-later

/** A patient reads who was at the record by person and day, and every single act when a row is opened. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { AccessLogEntry } from '../../api/generated/schema';
import { queryClient } from '../../api/queries';
import { renderAt } from '../../testing/renderAt';
import { answerWith, pathOf } from '../../testing/server';
import { AccessLogCard } from './AccessLogCard';
import { accessDays } from './accessDays';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const doctor = { _id: 'doctor', FirstName: 'Avery', LastName: 'Example' };
const office = { _id: 'office', FirstName: 'Robin', LastName: 'Sample' };

const act = (at: string, what: string, by: AccessLogEntry['by'] = doctor): AccessLogEntry => ({
  at,
  what,
  by,
  role: by === office ? 'Office' : 'Doctor',
});

test('a day ends at midnight of the clinic, and a person has one row a day', () => {
  // 08:30 UTC is half past midnight by Pacific Standard Time.
  const rows = accessDays([
    act('2026-11-21T08:30:00Z', 'Opened a prescription'),
    act('2026-11-21T07:30:00Z', 'Opened a prescription'),
    act('2026-11-21T07:00:00Z', 'Updated the profile', office),
    act('2026-11-20T17:00:00Z', 'Opened the profile'),
    act('2026-11-20T16:00:00Z', 'Opened a prescription'),
  ]);
  expect(rows.map(({ day, by }) => [day, by?._id])).toEqual([
    ['2026-11-21', 'doctor'],
    ['2026-11-20', 'doctor'],
    ['2026-11-20', 'office'],
  ]);
  expect(rows[1]?.done).toEqual([
    { what: 'Opened a prescription', times: 2 },
    { what: 'Opened the profile', times: 1 },
  ]);
});

test('who only looked through lists opened nothing, and it is said in one word', () => {
  const inList = 'Viewed the request in a list of prescriptions';
  const rows = accessDays([
    act('2026-11-20T17:00:00Z', inList),
    act('2026-11-20T16:30:00Z', 'Opened a prescription'),
    act('2026-11-20T16:00:00Z', 'Viewed the name in the list of patients'),
    act('2026-11-20T15:00:00Z', inList, office),
  ]);
  expect(rows.map(({ done, inLists }) => [done, inLists])).toEqual([
    [[{ what: 'Opened a prescription', times: 1 }], 2],
    [[], 1],
  ]);
});

test('an earlier page joins the day that it continues', async () => {
  answerWith((request) =>
    Response.json(
      pathOf(request).includes('cursor=next')
        ? { items: [act('2026-11-20T16:40:00Z', 'Opened a prescription')], nextCursor: null }
        : { items: [act('2026-11-20T17:00:00Z', 'Opened a prescription')], nextCursor: 'next' },
    ),
  );
  await renderAt('/profile', <AccessLogCard personId="me" />);
  expect(await screen.findByText('Avery Example, doctor')).toBeVisible();
  expect(screen.getByText('Nov 20, 2026, 9:00 AM')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show earlier entries' }));
  expect(await screen.findByText('Nov 20, 2026')).toBeVisible();
  expect(screen.getByText('Opened a prescription, 2 times')).toBeVisible();
  await userEvent.click(screen.getByText('Avery Example, doctor'));
  const acts = screen.getByRole('list', { name: 'Avery Example, doctor, Nov 20, 2026' });
  expect(
    within(acts)
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual(['9:00\u00a0AMOpened a prescription', '8:40\u00a0AMOpened a prescription']);
});
