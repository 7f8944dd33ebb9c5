// SPDX-License-Identifier: AGPL-3.0-or-later

import { beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../api/session';
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
