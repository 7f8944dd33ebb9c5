// SPDX-License-Identifier: AGPL-3.0-or-later

import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerWith, kept } from '../testing/server';
import { api } from './client';
import { ApiError } from './failures';
import { useCommand } from './useCommand';

const silent = async () => {
  throw new Error('no answer');
};

function start() {
  const { result } = renderHook(() => useCommand());
  const keys: string[] = [];
  const failed = vi.fn();
  const press = (work: () => Promise<unknown> = async () => undefined, sends?: string) =>
    act(() =>
      result.current.run(
        (key) => {
          keys.push(key);
          return work();
        },
        failed,
        sends,
      ),
    );
  return { result, keys, failed, press };
}

test('the key stays until there is success: the press after a failure is the same command', async () => {
  const { keys, failed, press } = start();
  await press(silent);
  await press(silent);
  await press();
  await press();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).toBe(keys[0]);
  expect(keys[3]).not.toBe(keys[0]);
  expect(failed).toHaveBeenCalledTimes(2);
  expect(failed).toHaveBeenCalledWith(new Error('no answer'));
});

test('a key that the server knows for something else is given up', async () => {
  const { keys, press } = start();
  await press(async () => {
    throw new ApiError(500, { message: 'Something went wrong.', code: 'BROKEN' });
  });
  await press(async () => {
    throw new ApiError(422, { message: 'This key was used for something else.', code: 'KEY_REUSED' });
  });
  await press();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('what is sent decides: another session to end is another command', async () => {
  const { keys, press } = start();
  await press(silent, 'session-1');
  await press(silent, 'session-2');
  await press(silent, 'session-2');
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys[2]).toBe(keys[1]);
});

test('after a change the press is a new command', async () => {
  const { result, keys, press } = start();
  await press(silent);
  result.current.changed();
  await press();
  expect(keys[1]).not.toBe(keys[0]);
});

test('after something else was done, such as undoing it, the press is a new command', async () => {
  answerWith(() => kept());
  const { keys, press } = start();
  await press(silent);
  await api('put', '/api/problem/acknowledge', { body: { id: 'p1' } });
  await press(silent);
  await press();
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys[2]).toBe(keys[1]);
  vi.unstubAllGlobals();
});

test('it runs once at a time, and says that it does', async () => {
  const { result, keys, press } = start();
  let finish = () => undefined;
  const long = new Promise<void>((resolve) => {
    finish = () => {
      resolve();
      return undefined;
    };
  });
  let first = Promise.resolve();
  act(() => {
    first = result.current.run((key) => {
      keys.push(key);
      return long;
    }, vi.fn());
  });
  expect(result.current.busy).toBe(true);
  await press();
  expect(keys).toHaveLength(1);
  finish();
  await act(() => first);
  expect(result.current.busy).toBe(false);
});
