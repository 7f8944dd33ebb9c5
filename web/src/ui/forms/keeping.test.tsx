// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider, TextInput } from '@mantine/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HereAgain } from './HereAgain';
import { isAllKept, isKept, keptIsFor, wipeKept } from './keeping';
import { forgetUnsaved, keepAfterRefusal, keepUnsaved } from './unsaved';
import { useFaultedForm } from './useFaultedForm';

const HERE_AGAIN = 'What you typed before you were signed out is here again.';
const LOST = Object.assign(new Error('away'), {
  unanswered: 'No answer came. It may have been done already.',
});

interface Stored {
  readonly name: string;
  readonly city: string;
}

const STORED: Stored = { name: 'Ann', city: 'Victoria' };

function Form({ of = 'person', stored = STORED }: { readonly of?: string | null; readonly stored?: Stored }) {
  const { values, field, faults } = useFaultedForm(of, { ...stored, password: '' });
  return (
    <>
      <HereAgain of={faults.leave} />
      <TextInput {...field('name')} label="Name" />
      <TextInput {...field('city')} label="City" />
      <TextInput {...field('password')} label="Password" />
      <button type="button" onClick={() => faults.fromError(LOST)}>
        Save
      </button>
      <output>{values.name}</output>
    </>
  );
}

const show = (props: Parameters<typeof Form>[0] = {}) =>
  render(
    <MantineProvider>
      <Form {...props} />
    </MantineProvider>,
  );
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

/** Ann signs in, types, and her session ends under the form. */
async function endUnder(typed: Readonly<Record<string, string>>, press?: string): Promise<void> {
  keptIsFor('ann');
  show();
  for (const [label, text] of Object.entries(typed)) {
    await userEvent.clear(screen.getByLabelText(label));
    await userEvent.type(screen.getByLabelText(label), text);
  }
  if (press !== undefined) await userEvent.click(screen.getByRole('button', { name: press }));
  act(() => keepUnsaved('ann'));
  cleanup();
}

beforeEach(() => window.history.replaceState(null, '', '/profile'));
afterEach(() => {
  vi.useRealTimers();
  forgetUnsaved();
  wipeKept();
});

it('the same person finds what they typed in its form again, once', async () => {
  await endUnder({ City: 'Nanaimo' });
  expect(isAllKept()).toBe(true);
  keptIsFor('ann');
  show();
  expect(valueOf('City')).toBe('Nanaimo');
  expect(valueOf('Name')).toBe('Ann');
  expect(screen.getByText(HERE_AGAIN)).toBeInTheDocument();
  await userEvent.clear(screen.getByLabelText('City'));
  await userEvent.type(screen.getByLabelText('City'), STORED.city);
  expect(screen.queryByText(HERE_AGAIN)).toBeNull();
  cleanup();
  show();
  expect(valueOf('City')).toBe('Victoria');
});

it('it is kept again when the session ends once more', async () => {
  await endUnder({ City: 'Nanaimo' });
  keptIsFor('ann');
  show();
  act(() => keepUnsaved('ann'));
  cleanup();
  keptIsFor('ann');
  show();
  expect(valueOf('City')).toBe('Nanaimo');
});

it('nobody else finds it, and nor does its person after them', async () => {
  await endUnder({ City: 'Nanaimo' });
  keptIsFor('bob');
  expect(isKept('person')).toBe(false);
  show();
  expect(valueOf('City')).toBe('Victoria');
  cleanup();
  keptIsFor('ann');
  show();
  expect(valueOf('City')).toBe('Victoria');
});

it('nothing of it is shown while nobody is signed in', async () => {
  await endUnder({ City: 'Nanaimo' });
  show();
  expect(valueOf('City')).toBe('Victoria');
});

it('it is gone after one signed out oneself', async () => {
  await endUnder({ City: 'Nanaimo' });
  wipeKept();
  keptIsFor('ann');
  show();
  expect(valueOf('City')).toBe('Victoria');
});

it('it is gone after half an hour, also where the computer slept and no timer ran', async () => {
  await endUnder({ City: 'Nanaimo' });
  const end = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(end + 31 * 60 * 1000);
  expect(isAllKept()).toBe(false);
  vi.restoreAllMocks();
  keptIsFor('ann');
  show();
  expect(valueOf('City')).toBe('Victoria');
});

it('it is wiped by itself, though nobody comes', async () => {
  await endUnder({ City: 'Nanaimo' });
  vi.useFakeTimers();
  // Ends again, under the clock of the test.
  keptIsFor('ann');
  vi.advanceTimersByTime(31 * 60 * 1000);
  expect(isKept('person')).toBe(false);
});

it('of a form with a password all else is kept', async () => {
  await endUnder({ City: 'Nanaimo', Password: 'open sesame' });
  expect(isAllKept()).toBe(false);
  keptIsFor('ann');
  show();
  expect(valueOf('City')).toBe('Nanaimo');
  expect(valueOf('Password')).toBe('');
});

it('of a form that is not kept nothing is, and the sign-in page does not say so', async () => {
  keptIsFor('ann');
  show({ of: null });
  await userEvent.type(screen.getByLabelText('City'), '!');
  act(() => keepUnsaved('ann'));
  cleanup();
  expect(isAllKept()).toBe(false);
  keptIsFor('ann');
  show({ of: null });
  expect(valueOf('City')).toBe('Victoria');
});

it('another form, and the same at another address, take nothing up', async () => {
  await endUnder({ City: 'Nanaimo' });
  keptIsFor('ann');
  show({ of: 'another' });
  expect(valueOf('City')).toBe('Victoria');
  cleanup();
  window.history.replaceState(null, '', '/patients/2');
  show();
  expect(valueOf('City')).toBe('Victoria');
});

it('where nobody typed the newest stands, and a change of the same field is told', async () => {
  await endUnder({ City: 'Nanaimo' });
  keptIsFor('ann');
  show({ stored: { name: 'Anna', city: 'Victoria' } });
  expect(valueOf('Name')).toBe('Anna');
  expect(valueOf('City')).toBe('Nanaimo');
  expect(screen.queryByText(/has changed since/)).toBeNull();
  act(() => keepUnsaved('ann'));
  cleanup();
  keptIsFor('ann');
  show({ stored: { name: 'Anna', city: 'Kelowna' } });
  expect(valueOf('City')).toBe('Nanaimo');
  expect(screen.getByText(/has changed since/)).toBeInTheDocument();
});

it('what is stored by now is not called typed', async () => {
  await endUnder({ City: 'Nanaimo' });
  keptIsFor('ann');
  show({ stored: { name: 'Ann', city: 'Nanaimo' } });
  expect(screen.queryByText(HERE_AGAIN)).toBeNull();
});

it('a last try without an answer is told with it', async () => {
  await endUnder({ City: 'Nanaimo' }, 'Save');
  keptIsFor('ann');
  show();
  expect(screen.getByText(/may have been done already/)).toBeInTheDocument();
});

const REFUSED = { name: 'person', typed: { ...STORED, city: 'Nanaimo' }, stored: STORED };
const asksBrowser = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('what was refused after its form had closed is in it again, with why, and asked about meanwhile', () => {
  keptIsFor('ann');
  keepAfterRefusal(REFUSED, new Error('It is closed.'), 'ann');
  expect(asksBrowser()).toBe(true);
  show();
  expect(valueOf('City')).toBe('Nanaimo');
  expect(screen.getByText('This was not done. What you typed is here again.')).toBeInTheDocument();
  expect(screen.getByText('It is closed.')).toBeInTheDocument();
  cleanup();
  expect(asksBrowser()).toBe(false);
});

it('of what was refused nothing waits for nobody, or for anyone else', () => {
  keepAfterRefusal(REFUSED, new Error('It is closed.'), 'ann');
  expect(isKept('person')).toBe(false);
  keptIsFor('ann');
  keepAfterRefusal(REFUSED, LOST, 'ann');
  wipeKept();
  keepAfterRefusal(REFUSED, LOST, 'ann');
  keptIsFor('ann');
  expect(isKept('person')).toBe(false);
  keepAfterRefusal(REFUSED, LOST, 'ann');
  keptIsFor('bob');
  expect(isKept('person')).toBe(false);
  // It comes late, when somebody else is here.
  keepAfterRefusal(REFUSED, LOST, 'ann');
  expect(isKept('person')).toBe(false);
  expect(asksBrowser()).toBe(false);
});

it('what was refused outlives the end of the session too', () => {
  keptIsFor('ann');
  keepAfterRefusal(REFUSED, new Error('It is closed.'), 'ann');
  keepUnsaved('ann');
  keptIsFor('ann');
  show();
  expect(valueOf('City')).toBe('Nanaimo');
});
