// SPDX-License-Identifier: AGPL-3.0-or-later

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient, storeSettings } from '../../api/queries';
import { session } from '../../api/session';
import { renderAt } from '../../testing/renderAt';
import { answerWith, pathOf } from '../../testing/server';
import { testSettings, testUser } from '../../testing/settings';
import { setClinicClock } from '../../ui/format';
import { SleepInfoEditPage } from './SleepInfoEditPage';

const sleepQuestions = [
  { key: 'gainWeight', label: 'I have gained weight recently.' },
  { key: 'snore', label: 'Do you snore?' },
];

beforeEach(() => {
  storeSettings(testSettings);
  setClinicClock([{ from: '2020-01-01T00:00:00Z', minutes: -480 }]);
  answerWith((request) => Response.json(pathOf(request) === '/api/options' ? { sleepQuestions } : []));
  session.signIn('token', testUser());
});

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('each line of the error summary names its question, and leads to it', async () => {
  const user = userEvent.setup();
  await renderAt('/sleep-info/edit', <SleepInfoEditPage />);
  await user.click(await screen.findByRole('button', { name: 'Save and continue' }));
  const summary = screen.getByRole('alert', { name: 'please correct errors below' });
  const lines = within(summary)
    .getAllByRole('link')
    .map((line) => line.textContent);
  expect(lines).toEqual([
    'Please enter your height in centimetres, above 0 and at most 300.',
    'Please enter your weight in kilograms, above 0 and at most 700.',
    'I have gained weight recently. Please select the answers from radio buttons.',
    'Do you snore? Please select the answers from radio buttons.',
    'Reading 1: Please enter a systolic pressure from 50 to 400.',
    'Reading 1: Please enter a diastolic pressure from 20 to 300.',
    'Reading 1: Blood pressure measure date is required.',
  ]);
  await user.click(within(summary).getByRole('link', { name: /^Do you snore/ }));
  const question = screen.getByRole('radiogroup', { name: 'Do you snore?' });
  await waitFor(() => {
    expect(within(question).getByRole('radio', { name: 'Yes' })).toHaveFocus();
  });
});
