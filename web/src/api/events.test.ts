// SPDX-License-Identifier: AGPL-3.0-or-later

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { apiQuery } from './client';
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

const stale = () =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.isInvalidated)
    .map((query) => query.queryKey[1]);

it('asks once for changes that come together, and for everything after a gap', () => {
  const params = { path: { id: 'a' } };
  for (const { queryKey } of [
    apiQuery('get', '/api/message/{id}', { params }),
    apiQuery('get', '/api/message-template'),
    apiQuery('get', '/api/note/person/{id}', { params }),
    apiQuery('get', '/api/notedraft/person/{id}', { params }),
  ])
    queryClient.setQueryData<unknown>(queryKey, []);
  const asked = vi.spyOn(queryClient, 'invalidateQueries');
  for (const id of ['a', 'b', 'c']) refreshFor({ kind: 'message', id });
  expect(asked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(asked).toHaveBeenCalledOnce();
  expect(stale()).toEqual(['/api/message/{id}', '/api/note/person/{id}']);
  refreshFor({ kind: 'notedraft', id: 'n' });
  vi.advanceTimersByTime(1000);
  expect(stale()).toEqual(['/api/message/{id}', '/api/note/person/{id}', '/api/notedraft/person/{id}']);
  asked.mockClear();
  refreshFor({ kind: 'message', id: 'a' });
  refreshFor({ kind: 'all', id: '' });
  vi.advanceTimersByTime(1000);
  expect(asked.mock.calls).toEqual([[]]);
  queryClient.clear();
});

it('knows no more of a kind than what it touches', () => {
  const list = apiQuery('get', '/api/message/archive/{personId}', { params: { path: { personId: 'p' } } });
  queryClient.setQueryData<unknown>(list.queryKey, []);
  for (const kind of ['template', 'presence', 'job', 'weather']) refreshFor({ kind, id: 'x' });
  vi.advanceTimersByTime(1000);
  expect(stale()).toEqual([]);
  refreshFor({ kind: 'prescription', id: 'x' });
  vi.advanceTimersByTime(1000);
  expect(stale()).toEqual(['/api/message/archive/{personId}']);
  queryClient.clear();
});
