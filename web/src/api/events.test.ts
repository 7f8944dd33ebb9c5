// SPDX-License-Identifier: AGPL-3.0-or-later

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { readEvent, refreshFor } from './events';
import { queryClient } from './queries';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('reads kind and id, and leaves what it does not know', () => {
  expect(readEvent('event: changed\ndata: {"kind":"message","id":"m"}')).toEqual({
    kind: 'message',
    id: 'm',
  });
  for (const block of [':', 'data: {"kind":"toString"}', 'data: {"kind":"other"}', 'data: {', 'data: 1'])
    expect(readEvent(block)).toBeUndefined();
});

it('asks once for changes that come together, and for everything after a gap', () => {
  const asked = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
  for (const id of ['a', 'b', 'c']) refreshFor({ kind: 'message', id });
  refreshFor({ kind: 'note', id: 'n' });
  expect(asked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(asked.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([
    ['message'],
    ['note'],
    ['notedraft'],
  ]);
  asked.mockClear();
  refreshFor({ kind: 'message', id: 'a' });
  refreshFor({ kind: 'all', id: '' });
  vi.advanceTimersByTime(1000);
  expect(asked.mock.calls).toEqual([[]]);
});
