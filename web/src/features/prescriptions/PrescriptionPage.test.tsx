// SPDX-License-Identifier: AGPL-3.0-or-later

/** A request that cannot be loaded is asked for again by the keyboard alone, as often as it takes. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient, storeSettings } from '../../api/queries';
import { renderAt } from '../../testing/renderAt';
import { answerWith, pathOf } from '../../testing/server';
import { testSettings, testUser } from '../../testing/settings';
import { PrescriptionPage } from './PrescriptionPage';
import { medication, prescription } from './review/test-data';

vi.mock('../../api/session', async (original) => ({
  ...(await original<object>()),
  useMe: () => testUser(),
}));
vi.mock('../../ui/links/AppLink', async (original) => ({
  ...(await original<object>()),
  useRouteParam: () => '1',
}));

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('two failures in a row, then the request: Enter on Try again each time', async () => {
  const answers: ((response: Response) => void)[] = [];
  storeSettings(testSettings);
  queryClient.setQueryDefaults([], { retry: false });
  answerWith((request) =>
    pathOf(request) === '/api/prescription/1'
      ? new Promise((resolve) => answers.push(resolve))
      : Response.json([]),
  );
  const failing = () => Response.json({ message: 'Out of order.' }, { status: 500 });
  await renderAt('/prescription/1', <PrescriptionPage pharmacySearch={() => null} returnFee={() => null} />);
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.(failing());
  const user = userEvent.setup();
  const again = await screen.findByRole('button', { name: 'Try again' });
  again.focus();
  for (const time of [1, 2]) {
    await user.keyboard('{Enter}');
    await waitFor(() => expect(answers).toHaveLength(time + 1));
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
    if (time === 2) break;
    answers[time]?.(failing());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus());
  }
  answers[2]?.(Response.json(prescription('1', [medication('m', 'RAMIPRIL')])));
  expect(await screen.findByRole('heading', { level: 1, name: /Ramipril/ })).toBeVisible();
  expect(screen.getByRole('main')).toHaveFocus();
});
