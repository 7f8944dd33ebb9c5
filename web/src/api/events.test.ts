// SPDX-License-Identifier: AGPL-3.0-or-later

import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { apiQuery, token } from './client';
import { listen, readEvent, refresher } from './events';

let queryClient = new QueryClient();
let refreshFor = refresher(queryClient);

beforeEach(() => {
  vi.useFakeTimers();
  queryClient = new QueryClient();
  refreshFor = refresher(queryClient);
});
afterEach(() => {
  vi.useRealTimers();
});

it('reads kind and id, and leaves what it does not know', () => {
  expect(readEvent('event: changed\ndata: {"kind":"message","id":"m","person":"p"}')).toEqual({
    kind: 'message',
    id: 'm',
    person: 'p',
  });
  for (const block of [
    ':',
    'data: {"kind":"toString"}',
    'data: {"kind":"other"}',
    'data: {"kind":"message"}',
    'data: {',
    'data: 1',
  ])
    expect(readEvent(block)).toBeUndefined();
});

const stale = () =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.isInvalidated)
    .map((query) => query.queryKey[1]);

/** Long enough for everything to be asked for again. */
const ALL_ASKED_MS = 2000;

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
  for (const id of ['a', 'b', 'c']) refreshFor({ kind: 'message', id, person: 'p' });
  expect(asked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(ALL_ASKED_MS);
  expect(asked).toHaveBeenCalledTimes(2);
  expect(stale()).toEqual(['/api/message/{id}', '/api/note/person/{id}']);
  refreshFor({ kind: 'notedraft', id: 'n', person: 'a' });
  vi.advanceTimersByTime(ALL_ASKED_MS);
  expect(stale()).toEqual(['/api/message/{id}', '/api/note/person/{id}', '/api/notedraft/person/{id}']);
  asked.mockClear();
  refreshFor({ kind: 'message', id: 'a', person: 'p' });
  refreshFor({ kind: 'all', id: '', person: '' });
  queryClient.setQueryData<unknown>(apiQuery('get', '/api/user/sessions').queryKey, {});
  vi.advanceTimersByTime(ALL_ASKED_MS);
  expect(asked).toHaveBeenCalledTimes(2);
  expect(stale()).toHaveLength(5);
});

it('knows no more of a kind than what it touches', () => {
  const list = apiQuery('get', '/api/message/archive/{personId}', { params: { path: { personId: 'p' } } });
  queryClient.setQueryData<unknown>(list.queryKey, []);
  for (const kind of ['template', 'presence', 'job', 'weather']) refreshFor({ kind, id: 'x', person: 'y' });
  vi.advanceTimersByTime(ALL_ASKED_MS);
  expect(stale()).toEqual([]);
  refreshFor({ kind: 'prescription', id: 'x', person: 'y' });
  vi.advanceTimersByTime(ALL_ASKED_MS);
  expect(stale()).toEqual(['/api/message/archive/{personId}']);
});

it('asks again for the record that an event names, and for every list', () => {
  const of = (id: string) => ({ params: { path: { id } } });
  const shown = { ...of('rx-2'), data: { _id: 'rx-2', person: { _id: 'anna' } } };
  queryClient.setQueryData<unknown>(apiQuery('get', '/api/prescription/{id}', of('rx-1')).queryKey, {
    _id: 'rx-1',
  });
  queryClient.setQueryData<unknown>(apiQuery('get', '/api/prescription/{id}', shown).queryKey, shown.data);
  queryClient.setQueryData<unknown>(apiQuery('get', '/api/medicalinfo/person/{id}', of('ben')).queryKey, {});
  queryClient.setQueryData<unknown>(apiQuery('get', '/api/prescription/queue').queryKey, { items: [] });
  const key = () =>
    queryClient
      .getQueryCache()
      .getAll()
      .filter((query) => query.state.isInvalidated)
      .map(({ queryKey: [, path, init] }) => [path, init && JSON.stringify(init).includes('rx-2')]);
  refreshFor({ kind: 'fax', id: 'fax-7', person: 'anna' });
  vi.advanceTimersByTime(ALL_ASKED_MS);
  expect(key()).toEqual([['/api/prescription/{id}', true]]);
  refreshFor({ kind: 'medicalinfo', id: 'm-1', person: 'anna' });
  refreshFor({ kind: 'queue', id: 'anna', person: 'anna' });
  vi.advanceTimersByTime(ALL_ASKED_MS);
  expect(key().map(([path]) => path)).toEqual(['/api/prescription/{id}', '/api/prescription/queue']);
});

it('asks for the open record at once, and for lists when not every screen asks', () => {
  const of = { params: { path: { id: 'rx' } } };
  queryClient.setQueryData<unknown>(apiQuery('get', '/api/prescription/queue').queryKey, {});
  queryClient.setQueryData<unknown>(apiQuery('get', '/api/prescription/{id}', of).queryKey, { _id: 'rx' });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  refreshFor({ kind: 'prescription', id: 'rx', person: 'anna' });
  vi.advanceTimersByTime(100);
  expect(stale()).toEqual(['/api/prescription/{id}']);
  vi.advanceTimersByTime(1399);
  expect(stale()).toEqual(['/api/prescription/{id}']);
  vi.advanceTimersByTime(1);
  expect(stale()).toEqual(['/api/prescription/queue', '/api/prescription/{id}']);
  vi.restoreAllMocks();
});

it('gives up a stream that is open and silent', async () => {
  token.set('access');
  let send: (text: string) => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = (text) => controller.enqueue(new TextEncoder().encode(text));
    },
  });
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body));
  let ended = false;
  const listening = listen(
    new AbortController().signal,
    () => undefined,
    () => undefined,
  ).catch(() => {
    ended = true;
  });
  for (let beat = 0; beat < 4; beat += 1) {
    await vi.advanceTimersByTimeAsync(4000);
    send(':\n\n');
    await vi.advanceTimersByTimeAsync(0);
    expect(ended).toBe(false);
  }
  await vi.advanceTimersByTimeAsync(7000);
  await listening;
  expect(ended).toBe(true);
  token.set(null);
  vi.restoreAllMocks();
});
