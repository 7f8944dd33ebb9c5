// SPDX-License-Identifier: AGPL-3.0-or-later

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, ApiUnavailable, availability, call, newIdempotencyKey, token } from './client';
import { readEvent } from './events';

const answer = (status: number, body: unknown) =>
  new Response(status === 204 ? null : JSON.stringify(body), { status });

describe('a call', () => {
  const sent = vi.fn<typeof fetch>();
  beforeEach(() => {
    vi.stubGlobal('fetch', sent);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    sent.mockReset();
  });
  const headers = () => new Headers(sent.mock.lastCall?.[1]?.headers);

  it('carries the token, and on commands the key of its click', async () => {
    token.set('abc');
    sent.mockImplementation(() => Promise.resolve(answer(200, { left: 4 })));
    expect(await call<{ left: number }>('GET', '/x')).toEqual({ left: 4 });
    expect(sent.mock.lastCall?.[0]).toBe('/api/x');
    expect(headers().get('x-access-token')).toBe('abc');
    expect(headers().has('idempotency-key')).toBe(false);
    await call('POST', '/x', { a: 1 }, { idempotencyKey: 'k1' });
    expect(headers().get('idempotency-key')).toBe('k1');
    await call('PUT', '/x', {});
    expect(headers().get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    expect(newIdempotencyKey()).not.toBe(newIdempotencyKey());
  });

  it('turns a refusal into its faults, wait and newest version', async () => {
    const body = {
      message: 'Stale',
      code: 'STALE_VERSION',
      errors: [{ field: 'a', message: 'b' }],
      requestId: 'r',
      current: { version: 3 },
    };
    sent.mockResolvedValueOnce(answer(409, body));
    const failure = await call('PUT', '/x', {}).catch((caught: unknown) => caught);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({
      status: 409,
      code: 'STALE_VERSION',
      errors: body.errors,
      current: { version: 3 },
    });
  });

  it('takes an empty answer, and survives one that is no JSON', async () => {
    sent.mockResolvedValueOnce(answer(204, null));
    expect(await call('DELETE', '/x')).toBeNull();
    sent.mockResolvedValueOnce(new Response('<html>', { status: 500 }));
    await expect(call('GET', '/x')).rejects.toMatchObject({ status: 500, errors: [] });
  });

  it('takes a gateway that found no server for silence, and a failing service of ours not', async () => {
    sent.mockResolvedValueOnce(new Response('<html>Bad Gateway</html>', { status: 502 }));
    await expect(call('GET', '/x')).rejects.toBeInstanceOf(ApiUnavailable);
    sent.mockResolvedValue(answer(502, { code: 'OUTSIDE_DOWN', message: 'The card service is away.' }));
    await expect(call('GET', '/x')).rejects.toMatchObject({ status: 502, code: 'OUTSIDE_DOWN' });
    expect(availability.get()).toBe(true);
  });

  it('raises the outage banner on silence, and takes it away on the next answer', async () => {
    sent.mockRejectedValueOnce(new TypeError('network'));
    await expect(call('GET', '/x')).rejects.toBeInstanceOf(ApiUnavailable);
    expect(availability.get()).toBe(false);
    sent.mockResolvedValue(answer(200, {}));
    await call('GET', '/x');
    expect(availability.get()).toBe(true);
  });
});

describe('a live event', () => {
  it('is read by kind and id; comments and strangers are passed over', () => {
    expect(readEvent('event: changed\ndata: {"kind":"fax","id":"7"}')).toEqual({ kind: 'fax', id: '7' });
    expect(readEvent(': keep-alive')).toBeUndefined();
    expect(readEvent('data: {"kind":"weather","id":"7"}')).toBeUndefined();
    expect(readEvent('data: {oops')).toBeUndefined();
  });
});
