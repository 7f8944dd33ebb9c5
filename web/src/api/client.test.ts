// SPDX-License-Identifier: AGPL-3.0-or-later

import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { availability } from './availability';
import { api, apiQuery, formOf, newIdempotencyKey, token, withKey } from './client';
import { ApiError, ApiUnavailable } from './failures';
import { readEvent } from './events';
import { answerWith, pathOf } from '../testing/server';

const answer = (status: number, body: unknown) =>
  new Response(status === 204 ? null : JSON.stringify(body), { status });

describe('a call', () => {
  const asked: Request[] = [];
  const answers: (Response | Error)[] = [];
  const will = (next: Response | Error) => answers.push(next);
  const last = () => asked.at(-1)?.clone() ?? new Request('http://none');
  const list = () => api('get', '/api/pharmacy');
  const mark = (key?: string) =>
    api('put', '/api/message/updateIsRead', {
      body: { id: 'm', isRead: true },
      ...(key === undefined ? {} : { headers: withKey(key) }),
    });
  beforeEach(() => {
    answerWith((request) => {
      asked.push(request);
      const next = answers.shift();
      if (next instanceof Response) return next;
      throw next ?? new TypeError('network');
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    asked.length = answers.length = 0;
  });

  it('carries the token, and on commands the key of its click', async () => {
    token.set('abc');
    will(answer(200, { count: 4 }));
    const params = { path: { personId: 'a/b' } };
    expect(await api('get', '/api/message/countUnread/{personId}', { params })).toEqual({ count: 4 });
    expect(pathOf(last())).toBe('/api/message/countUnread/a%2Fb');
    expect(last().headers.get('x-access-token')).toBe('abc');
    expect(last().headers.has('idempotency-key')).toBe(false);
    will(answer(200, {}));
    await mark('k1');
    expect(last().headers.get('idempotency-key')).toBe('k1');
    expect(last().headers.get('content-type')).toBe('application/json');
    expect(await last().json()).toEqual({ id: 'm', isRead: true });
    will(answer(200, {}));
    await mark();
    expect(last().headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    expect(newIdempotencyKey()).not.toBe(newIdempotencyKey());
  });

  it('sends of a query what is there', async () => {
    will(answer(200, {}));
    await api('get', '/api/problem', { params: { query: { limit: 5, cursor: null } } });
    expect(pathOf(last())).toBe('/api/problem?limit=5');
  });

  it('sends a form with its files, and nothing for what is absent', async () => {
    will(answer(201, {}));
    const files = [new File(['a'], 'a.pdf'), new File(['b'], 'b.png')];
    const body = { to: 'p', subject: undefined, message: '', files };
    await api('post', '/api/message', { body, bodySerializer: formOf });
    expect(last().headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
    const sent = formOf(body);
    expect([...sent.keys()]).toEqual(['to', 'message', 'files', 'files']);
    expect(sent.getAll('files').map((file) => file instanceof File && file.name)).toEqual(['a.pdf', 'b.png']);
  });

  it('reads a file as its bytes', async () => {
    will(new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }));
    const params = { path: { id: 'f' } };
    const bytes = await api('get', '/api/file/{id}', { params, parseAs: 'blob' });
    expect(await bytes.text()).toBe('%PDF');
  });

  it('turns a refusal into its faults, wait and newest version', async () => {
    const body = {
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      detail: 'Stale',
      message: 'Stale',
      code: 'STALE_VERSION',
      errors: [{ field: 'a', message: 'b' }],
      requestId: 'r',
      current: { version: 3 },
    };
    will(answer(409, body));
    const failure = await mark().catch((caught: unknown) => caught);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({
      status: 409,
      message: 'Stale',
      code: 'STALE_VERSION',
      errors: body.errors,
      current: { version: 3 },
    });
  });

  it('takes an empty answer, and survives one that is no JSON', async () => {
    will(answer(204, null));
    expect(await api('delete', '/api/user/{id}', { params: { path: { id: 'u' } } })).toBeNull();
    will(new Response('<html>', { status: 500 }));
    await expect(list()).rejects.toMatchObject({ status: 500, errors: [] });
  });

  it('takes a gateway that found no server for silence, and a failing service of ours not', async () => {
    will(new Response('<html>Bad Gateway</html>', { status: 502 }));
    await expect(list()).rejects.toBeInstanceOf(ApiUnavailable);
    will(answer(502, { code: 'OUTSIDE_DOWN', message: 'The card service is away.' }));
    await expect(list()).rejects.toMatchObject({ status: 502, code: 'OUTSIDE_DOWN' });
    expect(availability.get()).toBe(true);
  });

  it('raises the outage banner on silence, and takes it away on the next answer', async () => {
    will(new TypeError('network'));
    await expect(list()).rejects.toBeInstanceOf(ApiUnavailable);
    expect(availability.get()).toBe(false);
    will(answer(200, []));
    await list();
    expect(availability.get()).toBe(true);
  });

  it('that its caller stopped says nothing of the server', async () => {
    const stop = new AbortController();
    stop.abort();
    will(new DOMException('stopped', 'AbortError'));
    await expect(api('get', '/api/pharmacy', { signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(availability.get()).toBe(true);
  });

  it('has one key of the cache for its method, path and parameters', async () => {
    const params = { path: { id: 'm' } };
    const { queryKey, queryFn } = apiQuery('get', '/api/message/{id}', { params });
    expect(queryKey).toEqual(['get', '/api/message/{id}', { params }]);
    const client = new QueryClient();
    will(answer(200, { _id: 'm' }));
    expect(await client.fetchQuery({ queryKey, queryFn })).toEqual({ _id: 'm' });
    expect(pathOf(last())).toBe('/api/message/m');
  });
});

describe('a live event', () => {
  it('is read by kind and id; comments and strangers are passed over', () => {
    expect(readEvent('event: changed\ndata: {"kind":"fax","id":"7","person":"p"}')).toEqual({
      kind: 'fax',
      id: '7',
      person: 'p',
    });
    expect(readEvent(': keep-alive')).toBeUndefined();
    expect(readEvent('data: {"kind":"weather","id":"7"}')).toBeUndefined();
    expect(readEvent('data: {oops')).toBeUndefined();
  });
});
