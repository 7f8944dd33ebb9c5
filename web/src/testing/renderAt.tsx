// SPDX-License-Identifier: AGPL-3.0-or-later

// For component tests: a screen inside theme, query cache and a router that has it at every address.
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { queryClient } from '../api/queries';
import { Router, RouterProvider } from '../ui/links/router';
import { memoryHistory } from './memoryHistory';

export async function renderAt(address: string, ui: ReactElement) {
  const history = memoryHistory(address);
  const router = new Router(
    {
      rows: [],
      otherwise: { path: '', page: () => <main>{ui}</main> },
      pending: () => null,
      failed: ({ error }) => <p role="alert">{String(error)}</p>,
    },
    history,
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole('main');
  return { router, history };
}
