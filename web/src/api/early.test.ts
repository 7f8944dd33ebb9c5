// SPDX-License-Identifier: AGPL-3.0-or-later

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchEarly } from './early';

const HEADER = 'x-access-token';
const own = vi.fn<typeof fetch>();
const question = (token: string, path = '/api/user/token') =>
  new Request(new URL(path, location.origin), { method: 'POST', headers: { [HEADER]: token } });

beforeEach(() => {
  own.mockReset().mockImplementation(() => Promise.resolve(new Response('asked now')));
  vi.stubGlobal('fetch', own);
});
afterEach(() => {
  delete window.salalEarly;
  vi.unstubAllGlobals();
});

test('what was asked early is answered once; the next question is a call', async () => {
  window.salalEarly = {
    token: 'mine',
    at: performance.now(),
    answer: Promise.resolve(new Response('asked early')),
  };
  await expect((await fetchEarly(question('mine'), HEADER)).text()).resolves.toBe('asked early');
  await expect((await fetchEarly(question('mine'), HEADER)).text()).resolves.toBe('asked now');
});

test('it answers no other token and no other call', async () => {
  window.salalEarly = {
    token: 'mine',
    at: performance.now(),
    answer: Promise.resolve(new Response('asked early')),
  };
  await expect((await fetchEarly(question('theirs'), HEADER)).text()).resolves.toBe('asked now');
  await expect((await fetchEarly(question('mine', '/api/message'), HEADER)).text()).resolves.toBe(
    'asked now',
  );
});

test('where it failed on its way the call is made', async () => {
  window.salalEarly = {
    token: 'mine',
    at: performance.now(),
    answer: Promise.reject(new TypeError('no way')),
  };
  await expect((await fetchEarly(question('mine'), HEADER)).text()).resolves.toBe('asked now');
});

test('an answer of long ago is asked for again', async () => {
  const at = performance.now() - 11_000;
  window.salalEarly = { token: 'mine', at, answer: Promise.resolve(new Response('asked early')) };
  await expect((await fetchEarly(question('mine'), HEADER)).text()).resolves.toBe('asked now');
});
