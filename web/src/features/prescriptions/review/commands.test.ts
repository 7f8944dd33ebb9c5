// SPDX-License-Identifier: AGPL-3.0-or-later

/** Commands on the wire: which of them is the same one when it is sent again. */
import { afterEach, expect, test, vi } from 'vitest';

import { answerWith } from '../../../testing/server';
import { sendCommand, type Command } from './commands';
import { medication, prescription } from './test-data';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('an encounter sent again without an answer is recorded once', async () => {
  const keys: (string | null)[] = [];
  answerWith(({ headers }) => {
    keys.push(headers.get('idempotency-key'));
    throw new TypeError('no network');
  });
  const view = prescription('20418', [medication('m1', 'Metformin')]);
  const press = (command: Command) => sendCommand(command, view, 'doctor').catch(() => null);
  const met = { kind: 'encounter', how: 'phone', end: '2026-11-21T18:10:00.000Z' } as const;
  await press({ ...met, start: '2026-11-21T18:00:00.000Z' });
  await press({ ...met, start: '2026-11-21T18:00:00.000Z' });
  await press({ ...met, start: '2026-11-21T18:01:00.000Z' });
  await press({ kind: 'acknowledge' });
  await press({ kind: 'acknowledge' });
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[4]).toBe(keys[3]);
  expect(new Set(keys).size).toBe(3);
});
