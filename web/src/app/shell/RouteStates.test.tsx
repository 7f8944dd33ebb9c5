// SPDX-License-Identifier: AGPL-3.0-or-later

import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { MantineProvider } from '@mantine/core';
import { apiQuery } from '../../api/client';
import { queryClient } from '../../api/queries';
import { memoryHistory } from '../../testing/memoryHistory';
import { answerWith } from '../../testing/server';
import { Router, RouterProvider } from '../../ui/links/router';
import { RouteFailed, RoutePending } from './RouteStates';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

function Clinics() {
  const { data } = useQuery(apiQuery('get', '/api/sleep-clinic'));
  return (
    <ul>
      {data?.map(({ _id, name }) => (
        <li key={_id}>{name}</li>
      ))}
    </ul>
  );
}

test('a page that broke on an answer stands again when the answer is right again', async () => {
  // What broke is said in the console, too.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let answer: unknown = { items: 5 };
  answerWith(() => Response.json(answer));
  const row = { path: '/', page: Clinics };
  const router = new Router(
    { rows: [row], otherwise: row, pending: RoutePending, failed: RouteFailed },
    memoryHistory('/'),
  );
  await act(
    async () =>
      void render(
        <MantineProvider>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </MantineProvider>,
      ),
  );
  const again = await screen.findByRole('button', { name: 'Try again' });
  answer = [{ _id: 'c1', name: 'Kitsilano' }];
  await userEvent.click(again);
  expect(await screen.findByText('Kitsilano')).toBeVisible();
  expect(screen.queryByText('Something went wrong')).toBeNull();
});
