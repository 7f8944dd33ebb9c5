// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is said of a command whose answer was lost is gone as soon as it is seen what became of it. */
import { MantineProvider } from '@mantine/core';
import { QueryClient } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { followSubjects, toastFailure } from './toastFailure';
import { toast, Toasts } from './toasts';

class Lost extends Error {
  readonly unanswered = 'No answer came.';
}

let client: QueryClient;
let stop: () => void;

beforeEach(() => {
  client = new QueryClient();
  stop = followSubjects(client);
  render(
    <MantineProvider env="test">
      <Toasts />
    </MantineProvider>,
  );
});

afterEach(() => {
  stop();
  act(() => toast.clear());
});

const said = () => screen.queryAllByRole('alert').map((one) => one.textContent);
const fail = (failure: unknown, of?: { _id: string }, refused?: string) =>
  act(() => toastFailure(failure, of, refused));
const read = (key: string, data: unknown) => act(() => client.setQueryData([key], data));

test('it goes when its subject has changed, and stays when another has', () => {
  const seen = { _id: 'p1', version: 3, note: { text: 'old' } };
  read('list', [seen, { _id: 'p2', version: 1 }]);
  fail(new Lost(), seen, 'The note was not sent');
  expect(said()).toEqual(['No answer came.']);
  read('list', [seen, { _id: 'p2', version: 2 }]);
  expect(said()).toEqual(['No answer came.']);
  read('list', [
    { _id: 'p1', version: 4 },
    { _id: 'p2', version: 2 },
  ]);
  expect(said()).toEqual([]);
});

test('it goes with what is off the list, and with a status without a version', () => {
  read('list', [{ _id: 'a', state: 'active' }, { _id: 'b' }]);
  fail(new Lost(), { _id: 'b' });
  read('list', [{ _id: 'a', state: 'active' }]);
  expect(said()).toEqual([]);
  const account = { _id: 'a', state: 'active' };
  fail(new Lost(), account);
  read('account', { _id: 'a', state: 'disabled' });
  expect(said()).toEqual([]);
});

test('nothing is said where the change was seen before the answer was missed', () => {
  read('one', { _id: 'p1', version: 4 });
  fail(new Lost(), { _id: 'p1', version: 3 } as { _id: string });
  expect(said()).toEqual([]);
});

test('a refusal is the server’s word: it stays while the subject changes, and goes with the next success', () => {
  fail(new Error('It is too late.'), { _id: 'p1', version: 3 } as { _id: string });
  read('one', { _id: 'p1', version: 4 });
  expect(said()).toEqual(['Error - It is too late.']);
  act(() => {
    toast.success('Saved.');
  });
  expect(said()).toEqual([]);
});
