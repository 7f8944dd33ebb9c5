// SPDX-License-Identifier: AGPL-3.0-or-later

import { render, screen } from '@testing-library/react';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient, storeSettings } from '../../api/queries';
import { memoryHistory } from '../../testing/memoryHistory';
import { answerWith } from '../../testing/server';
import { testSettings } from '../../testing/settings';
import { Router, RouterProvider } from '../../ui/links/router';
import { ReplyByLinkPage } from './ReplyByLinkPage';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test.each([
  [404, 'EXPIRED'],
  [409, 'ALREADY_REPLIED'],
])('what was written stays to be copied after %s %s', async (status, code) => {
  storeSettings(testSettings);
  const message = {
    subject: 'Dose',
    from: null,
    createdAt: '2026-11-01T18:00:00Z',
    message: 'How much?',
    files: [],
  };
  answerWith((request) =>
    Promise.resolve(
      request.method === 'GET'
        ? Response.json({ isReplied: false, message })
        : Response.json({ message: 'No', code, errors: [] }, { status }),
    ),
  );
  const router = new Router(
    {
      rows: [],
      otherwise: { path: '', page: () => <ReplyByLinkPage /> },
      pending: () => null,
      failed: ({ error }) => <p role="alert">{String(error)}</p>,
    },
    memoryHistory('/reply/a/b'),
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await userEvent.type(await screen.findByRole('textbox', { name: 'Reply' }), 'One a day');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByLabelText('What you wrote')).toHaveValue('One a day');
});
