// SPDX-License-Identifier: AGPL-3.0-or-later

import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { OperationsReport } from '../../api/generated/schema';
import { queryClient, storeSettings } from '../../api/queries';
import { renderAt } from '../../testing/renderAt';
import { answerWith, pathOf } from '../../testing/server';
import { testSettings } from '../../testing/settings';
import { InstallationPage } from './InstallationPage';

const me = { Role: 'ROLE_ADMIN', Person: { _id: 'me' } };
vi.mock('../../api/session', () => ({ useMe: () => me }));

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

async function show(findings: OperationsReport['findings']): Promise<HTMLElement> {
  storeSettings(testSettings);
  answerWith((request) =>
    Response.json(
      pathOf(request) === '/api/operations'
        ? {
            checkedAt: '2026-11-20T18:00:00Z',
            findings,
            jobs: [],
            services: [],
            unconfirmed: [],
            disks: [],
            backup: { at: null, name: null, madeBy: null, bytes: null, dueHours: 24 },
          }
        : { items: [], nextCursor: null, total: 0, isMore: false, count: 0 },
    ),
  );
  await renderAt('/dashboard', <InstallationPage />);
  return screen.findByRole('region', { name: 'Needs attention' });
}

test('faxes that failed and a missing backup need someone, each with what to do', async () => {
  const part = await show([
    { area: 'backup', level: 'notice', text: 'No backup has been made yet. Run salal backup.' },
    { area: 'faxes', level: 'notice', text: '2 faxes failed and wait for the office.' },
    { area: 'settings', level: 'notice', text: 'The sandbox is in use.' },
  ]);
  expect(part).not.toHaveTextContent(/Nothing/);
  expect(part).toHaveTextContent('No backup has been made yet. Run salal backup.');
  expect(within(part).getByRole('link', { name: 'Fax desk' })).toHaveAttribute(
    'href',
    '/fax-desk?state=trouble',
  );
  expect(screen.getByRole('link', { name: 'Needs attention: 2' })).toBeVisible();
});

test('when nothing is found it says what was looked at', async () => {
  const part = await show([]);
  expect(part).toHaveTextContent(/^Needs attention.*Nothing found\. Checked: .*faxes.*backups/);
  expect(screen.getByRole('link', { name: 'Needs attention: 0' })).toBeVisible();
});
