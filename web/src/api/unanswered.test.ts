// SPDX-License-Identifier: AGPL-3.0-or-later

// In a window of its own: a tab that is loaded anew is the module loaded anew.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerWith, kept } from '../testing/server';
import { until } from '../testing/until';
import { api, formOf, secondsSincePress, token, withKey } from './client';

let keys: (string | null)[] = [];
/** A key is used once, so each test has its own; they are compared without its number. */
let run = 0;
const keyed = (key: string, state?: number) => withKey(`${run}-${key}`, state);
const plain = (key: string | null) => key?.replace(/^\d+-/, '') ?? null;
let next: () => Response;
const fine = () => kept();
/** Of a question, which the server keeps no answer of. */
const told = () => new Response('{}');
const lost = (): Response => {
  throw new TypeError('network');
};
const refused = (status: number, code: string) => () =>
  new Response(JSON.stringify({ code, message: 'No.' }), { status });

const mark = (isFirst: boolean, given?: string, call = api) =>
  call('put', '/api/fax/{id}/again', {
    params: { path: { id: isFirst ? 'f1' : 'f2' } },
    body: { version: 1 },
    ...(given === undefined ? {} : { headers: keyed(given) }),
  });

/** The key that a command went under. */
async function under(answer: () => Response, command: () => Promise<unknown>): Promise<string | null> {
  next = answer;
  await command().catch(() => undefined);
  return keys.at(-1) ?? null;
}

const serve = () =>
  answerWith((request) => {
    keys.push(plain(request.headers.get('idempotency-key')));
    return next();
  });

beforeEach(() => {
  run += 1;
  keys = [];
  token.set('abc');
  serve();
});
afterEach(async () => {
  // Nothing waits for the next test.
  serve();
  await under(fine, () => api('put', '/api/problem/acknowledge', { body: { id: 'a' } }));
  sessionStorage.clear();
});

it('sends a command again under its key until it was answered, whatever key its next press has', async () => {
  const first = await under(lost, () => mark(true, 'k1'));
  expect(first).toBe('k1');
  expect(await under(lost, () => mark(true, 'k2'))).toBe('k1');
  expect(await under(refused(409, 'IN_PROGRESS'), () => mark(true))).toBe('k1');
  expect(await under(refused(500, 'INTERNAL'), () => mark(true))).toBe('k1');
  expect(await under(fine, () => mark(true))).toBe('k1');
  expect(await under(fine, () => mark(true, 'k3'))).toBe('k3');
});

it('takes what was refused as answered', async () => {
  await under(lost, () => mark(true, 'k1'));
  expect(await under(refused(422, 'KEY_REUSED'), () => mark(true, 'k2'))).toBe('k1');
  expect(await under(fine, () => mark(true, 'k2'))).toBe('k2');
});

it('takes it for a new command when anything else was done since', async () => {
  await under(lost, () => mark(true, 'k1'));
  const print = (copy: number, given: string) => () =>
    api('put', '/api/prescription/print', {
      body: { prescriptionId: 'p', personId: 'q' },
      headers: keyed(given, copy),
    });
  await under(lost, print(1, 'p1'));
  // Reading a message changes nothing for either; a refusal neither.
  await under(fine, () => api('put', '/api/message/updateIsRead', { body: { id: 'm', isRead: true } }));
  await under(refused(409, 'NOT_SIGNED'), () =>
    api('put', '/api/problem/acknowledge', { body: { id: 'a' } }),
  );
  expect(await under(lost, print(1, 'p2'))).toBe('p1');
  // Another copy is another print, whoever voided the first.
  expect(await under(lost, print(2, 'p3'))).toBe('p3');
  await under(fine, () => api('put', '/api/problem/acknowledge', { body: { id: 'a' } }));
  expect(await under(fine, print(1, 'p4'))).toBe('p4');
  expect(await under(fine, () => mark(true, 'k3'))).toBe('k3');
});

it('sends what only sets something under a key of its own each time', async () => {
  const put = (isArchived: boolean, given: string) => () =>
    api('put', isArchived ? '/api/message/archive' : '/api/message/back-inbox', {
      body: { messageId: 'm', personId: 'p' },
      headers: keyed(given),
    });
  await under(lost, put(true, 'k1'));
  await under(lost, put(false, 'k2'));
  expect(await under(fine, put(true, 'k3'))).toBe('k3');
  const theme = (name: 'dark' | 'light', given: string) => () =>
    api('put', '/api/user/preferences', { body: { theme: name, shortcuts: true }, headers: keyed(given) });
  await under(lost, theme('dark', 'k4'));
  await under(fine, theme('light', 'k5'));
  expect(await under(fine, theme('dark', 'k6'))).toBe('k6');
});

it('takes what is wanted after it was taken back for a new command, though neither was answered', async () => {
  const refund = (given: string) => () =>
    api('put', '/api/payment/refund', { body: { chargeId: 'c', amount: 10 }, headers: keyed(given) });
  await under(lost, refund('k1'));
  const undo = (given: string) => () =>
    api('put', '/api/payment/refund/undo', { body: { chargeId: 'c' }, headers: keyed(given) });
  await under(lost, undo('k2'));
  expect(await under(fine, undo('k3'))).toBe('k2');
  expect(await under(fine, refund('k4'))).toBe('k4');
});

it('says neither done nor does once more what something unanswered may have changed since', async () => {
  const add = (given: string) => () =>
    api('post', '/api/problem', { body: { message: 'a' }, headers: keyed(given) });
  const change = (given: string) => () =>
    api('put', '/api/problem/acknowledge', { body: { id: 'a' }, headers: keyed(given) });
  const again = () =>
    new Response('{}', { headers: { 'idempotency-kept': 'true', 'idempotency-replayed': 'true' } });
  await under(lost, add('k1'));
  await under(lost, change('k2'));
  next = again;
  await expect(add('k3')()).rejects.toMatchObject({ status: 409, code: 'DONE_BEFORE' });
  expect(keys.at(-1)).toBe('k1');
  // What was said is seen: the next press is meant, also of a button that has the first key still.
  expect(await under(fine, add('k1'))).not.toBe('k1');
});

it('knows how long ago the press was whose answer comes now', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
  const again = (given: string) =>
    api('put', '/api/fax/{id}/again', {
      params: { path: { id: 'f9' } },
      body: { version: 1 },
      headers: keyed(given),
    });
  await under(lost, () => again('k1'));
  now.mockReturnValue(1_012_000);
  next = () =>
    new Response('{}', { headers: { 'idempotency-kept': 'true', 'idempotency-replayed': 'true' } });
  expect(secondsSincePress(await again('k2'))).toBe(12);
  next = fine;
  expect(secondsSincePress(await again('k3'))).toBe(0);
});

it('believes the answer to an earlier press when the page alone asked something since', async () => {
  const add = (given: string) => () =>
    api('post', '/api/problem', { body: { message: 'a' }, headers: keyed(given) });
  const again = () =>
    new Response('{}', { headers: { 'idempotency-kept': 'true', 'idempotency-replayed': 'true' } });
  await under(lost, add('k1'));
  await under(lost, () => api('post', '/api/prescription/fee', { body: { medications: 2 } }));
  await under(lost, () =>
    api('put', '/api/message/updateIsRead', { body: { id: 'm', isRead: true }, headers: keyed('k2') }),
  );
  next = again;
  await expect(add('k3')()).resolves.toEqual({});
  // Nor when what was pressed is another matter, or is added beside it.
  await under(lost, add('k10'));
  await under(lost, mark.bind(null, true, 'k11'));
  await under(lost, () => api('post', '/api/problem', { body: { message: 'b' }, headers: keyed('k12') }));
  next = again;
  await expect(add('k13')()).resolves.toEqual({});
  // What was refused, or first done only now, is no doubt either.
  await under(lost, add('k4'));
  await under(refused(409, 'NOT_SIGNED'), () =>
    api('put', '/api/problem/acknowledge', { body: { id: 'a' }, headers: keyed('k5') }),
  );
  next = again;
  await expect(add('k6')()).resolves.toEqual({});
  await under(lost, add('k7'));
  await under(lost, mark.bind(null, true, 'k8'));
  next = fine;
  await expect(add('k9')()).resolves.toEqual({});
  expect(keys.at(-1)).toBe('k7');
});

it('takes a question for no act, whatever its method', async () => {
  const save = (given: string) => () =>
    api('post', '/api/problem', { body: { message: 'a' }, headers: keyed(given) });
  await under(lost, save('k1'));
  await under(told, () => api('post', '/api/prescription/fee', { body: { medications: 2 } }));
  await under(told, () => api('post', '/api/drug/names', { body: { names: ['RAMIPRIL'] } }));
  expect(await under(fine, save('k2'))).toBe('k1');
});

it('knows a form by its files', async () => {
  const send = (name: string, given: string) => () =>
    api('post', '/api/message', {
      body: { to: 'p', message: 'Hello', files: [new File(['a'], name, { lastModified: 1 })] },
      bodySerializer: formOf,
      headers: keyed(given),
    });
  await under(lost, send('a.pdf', 'k1'));
  expect(await under(lost, send('b.pdf', 'k2'))).toBe('k2');
  expect(await under(fine, send('a.pdf', 'k3'))).toBe('k1');
});

it('lets two presses of one moment be two commands', async () => {
  const waiting: ((answer: Response) => void)[] = [];
  answerWith((request) => {
    keys.push(plain(request.headers.get('idempotency-key')));
    return new Promise((resolve) => waiting.push(resolve));
  });
  const both = [mark(true, 'k1'), mark(true, 'k2')];
  await until(() => expect(keys).toEqual(['k1', 'k2']));
  for (const answer of waiting) answer(new Response('{}'));
  await Promise.all(both);
});

it('keeps it when the tab is loaded anew, of somebody signed in', async () => {
  await under(lost, () => mark(true, 'k1'));
  expect(sessionStorage.getItem('salal.unanswered')).not.toContain('f1');
  vi.resetModules();
  const anew = await import('./client');
  expect(await under(fine, () => mark(true, 'k2', anew.api))).toBe('k1');
  // Somebody else in this tab.
  await under(lost, () => mark(true, 'k4', anew.api));
  anew.token.set('other');
  expect(await under(fine, () => mark(true, 'k5', anew.api))).toBe('k5');
});

it('keeps nothing of visitors in the tab’s storage', async () => {
  token.set(null);
  await under(lost, () => mark(true, 'k1'));
  expect(sessionStorage.getItem('salal.unanswered') ?? '').not.toContain('k1');
  // Nor after they signed in.
  token.set('abc');
  await under(lost, () => mark(true, 'k2'));
  expect(sessionStorage.getItem('salal.unanswered')).toContain('k2');
  expect(sessionStorage.getItem('salal.unanswered')).not.toContain('k1');
  token.set(null);
  expect(await under(fine, () => mark(true, 'k3'))).toBe('k1');
});

it('takes it for a new command after ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await under(lost, () => mark(true, 'k1'));
  vi.setSystemTime(Date.now() + 10 * 60 * 1000 + 1);
  expect(await under(fine, () => mark(true, 'k2'))).toBe('k2');
  vi.useRealTimers();
});
