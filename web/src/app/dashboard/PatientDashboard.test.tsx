// SPDX-License-Identifier: AGPL-3.0-or-later

import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient, storeSettings } from '../../api/queries';
import { renderAt } from '../../testing/renderAt';
import { answerWith, pathOf } from '../../testing/server';
import { testSettings, testUser } from '../../testing/settings';
import { until } from '../../testing/until';
import { NewMessages } from './NewMessages';
import { PatientDashboard } from './PatientDashboard';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('what is refused is not asked for without end', async () => {
  storeSettings(testSettings);
  const asked: string[] = [];
  answerWith((request) => {
    const path = pathOf(request);
    asked.push(path);
    const isRefused = /renewable|inbox/.test(path);
    return isRefused
      ? Response.json({ message: 'No.', code: 'REFUSED', errors: [] }, { status: 403 })
      : Response.json(path.includes('/prescription/') ? { items: [], nextCursor: null, total: 0 } : []);
  });
  await renderAt('/dashboard', <PatientDashboard me={testUser({ hasMedicalInfo: true })} />);
  expect(await screen.findByText('You have no active requests.')).toBeVisible();
  await until(() => expect(queryClient.isFetching()).toBe(0));
  const renewable = () => asked.filter((path) => path.includes('renewable')).length;
  expect(renewable()).toBeLessThanOrEqual(2);
  expect(screen.getByText('You have no active requests.')).toBeVisible();
});

test('beside an answer of the clinic is the clinic’s sign, not that of the patient who asked', async () => {
  storeSettings(testSettings);
  const me = { _id: 'me', FirstName: 'Maren', LastName: 'Holloway' };
  answerWith(() =>
    Response.json({
      items: [
        {
          _id: 'm',
          unread: true,
          from: me,
          to: [],
          toGroup: 'Customer Service',
          repliedBy: { _id: 'helen', FirstName: 'Helen', LastName: 'Varga' },
          subject: 'Change of pharmacy',
          preview: 'It is changed.',
          updatedAt: '2026-11-21T20:30:00Z',
        },
      ],
      nextCursor: null,
      total: 1,
    }),
  );
  await renderAt('/dashboard', <NewMessages personId="me" />);
  const list = await screen.findByRole('complementary', { name: 'Messages' });
  expect(list).toHaveTextContent('CS');
  expect(list).not.toHaveTextContent('MH');
});
