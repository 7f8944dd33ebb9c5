// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../api/session';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { toast, Toasts } from '../../ui/feedback/toasts';
import { takeKept, wipeKept } from '../../ui/forms/keeping';
import { holdInDocument } from '../../ui/forms/unsaved';
import { watchTyped } from './typed';

const told = vi.hoisted(() => ({ listeners: new Set<() => void>() }));

vi.mock('../../api/session', () => ({
  whenAnotherPerson: vi.fn(),
  session: {
    get: vi.fn(),
    subscribe: (listener: () => void) => {
      told.listeners.add(listener);
      return () => told.listeners.delete(listener);
    },
  },
}));

const get: ReturnType<typeof vi.fn> = vi.mocked(session.get);

function say(state: object): void {
  get.mockReturnValue(state);
  for (const listener of told.listeners) listener();
}

const isIn = (_id: string) => say({ state: 'in', user: { _id } });
const ended = () => say({ state: 'out', user: null, left: false, ended: { at: '', idle: true } });
const left = () => say({ state: 'out', user: null, left: true });
const FORM = { name: 'letter', stored: '' };
const found = () => takeKept<string>(FORM)?.typed;

beforeEach(() => {
  told.listeners.clear();
  wipeKept();
  watchTyped();
  const end = holdInDocument(() => ({ ...FORM, typed: 'Dear' }));
  return end;
});

it('after the end of a session the same person has it back', () => {
  isIn('ann');
  ended();
  expect(found()).toBeUndefined();
  isIn('ann');
  expect(found()).toBe('Dear');
});

it('somebody else has nothing, and nor has its person after them', () => {
  isIn('ann');
  ended();
  isIn('bob');
  expect(found()).toBeUndefined();
  left();
  isIn('ann');
  expect(found()).toBeUndefined();
});

it('nothing is kept by one’s own sign-out, before or after the end', () => {
  isIn('ann');
  left();
  isIn('ann');
  expect(found()).toBeUndefined();
  ended();
  left();
  isIn('ann');
  expect(found()).toBeUndefined();
});

it('nobody was signed in: nothing is kept', () => {
  ended();
  isIn('ann');
  expect(found()).toBeUndefined();
});

it('what was refused for the end of the session goes with the sign-in, and nothing else does', () => {
  render(createElement(MantineProvider, { env: 'test' }, createElement(Toasts)));
  const said = () => screen.queryAllByRole('alert').map((one) => one.textContent);
  act(() => isIn('ann'));
  act(ended);
  // The answer to what was pressed comes after its 401 has ended the session.
  act(() => {
    toastFailure(new Error('Your session has ended. Please sign in again.'));
    toastFailure(Object.assign(new Error('away'), { unanswered: 'No answer came.' }));
  });
  expect(said()).toHaveLength(2);
  act(() => isIn('ann'));
  expect(said()).toEqual(['No answer came.']);
  act(() => toastFailure(new Error('Not now.')));
  act(() => isIn('ann'));
  expect(said()).toContain('Error - Not now.');
  act(() => toast.clear());
});
