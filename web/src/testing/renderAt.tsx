// SPDX-License-Identifier: AGPL-3.0-or-later

// For component tests: a screen inside theme, query cache and a router that knows one address.
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { queryClient } from '../api/queries';

export async function renderAt(address: string, ui: ReactElement) {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <main>{ui}</main>,
      notFoundComponent: () => <main>{ui}</main>,
    }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole('main');
  return router;
}
