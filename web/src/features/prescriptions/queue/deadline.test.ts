// SPDX-License-Identifier: AGPL-3.0-or-later

/** The promise clock: calm, soon from a quarter on, late with how much. */
import { expect, test } from 'vitest';

import { timeToDeadline, waitingTime } from './deadline';

const since = '2026-11-20T08:00:00Z';
const until = '2026-11-21T08:00:00Z';
const at = (iso: string) => timeToDeadline(since, until, Date.parse(iso));

test('what is left is said in words and graded', () => {
  expect(at('2026-11-20T08:00:00Z')).toMatchObject({ grade: 'calm', text: '1 d left' });
  expect(at('2026-11-21T01:59:00Z')).toMatchObject({ grade: 'calm', text: '6 h 1 min left' });
  expect(at('2026-11-21T02:00:01Z')).toMatchObject({ grade: 'soon', text: '5 h 59 min left' });
  expect(at('2026-11-21T07:59:30Z')).toMatchObject({ grade: 'soon', text: 'under 1 min left' });
  expect(at('2026-11-21T08:00:40Z')).toMatchObject({ grade: 'late', text: 'just overdue' });
  expect(at('2026-11-21T08:01:00Z')).toMatchObject({ text: '1 min overdue', spoken: '1 minute overdue' });
  expect(at('2026-11-21T10:00:00Z').text).toBe('2 h overdue');
  expect(at('2026-11-23T08:20:00Z').text).toBe('2 d overdue');
  expect(at('2026-11-21T09:05:00Z')).toEqual({
    grade: 'late',
    text: '1 h 5 min overdue',
    spoken: '1 hour 5 minutes overdue',
    used: 1,
  });
});

test('the bar shows how much of the promise is over', () => {
  expect(at('2026-11-20T07:00:00Z').used).toBe(0);
  expect(at('2026-11-20T14:00:00Z').used).toBe(0.25);
});

test('a wait never counts backwards', () => {
  expect(waitingTime(since, Date.parse('2026-11-20T07:59:00Z'))).toBe('under 1 min');
  expect(waitingTime(since, Date.parse('2026-11-20T11:12:00Z'))).toBe('3 h 12 min');
});
