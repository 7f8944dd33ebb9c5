// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { LiveRequest } from './LiveRequest';
import { medication, prescription } from './review/test-data';

vi.mock('../../ui/links/AppLink', () => ({ ButtonLink: () => null }));

afterEach(() => {
  vi.useRealTimers();
});

test('a page that is left open says when the promise is over', async () => {
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'Date'],
    now: Date.parse('2026-11-21T19:59:00Z'),
  });
  const at = '2026-11-20T20:00:00Z';
  const waits = prescription('1', [medication('m', 'RAMIPRIL')], {
    status: 'PENDING',
    statuses: [{ code: 'PENDING', text: 'Pending', at, by: null, detail: null }],
    promisedBy: '2026-11-21T20:00:00Z',
  });
  render(
    <MantineProvider env="test">
      <LiveRequest prescription={waits} />
    </MantineProvider>,
  );
  expect(screen.getByRole('heading')).toHaveTextContent('A doctor should answer by');
  await act(() => vi.advanceTimersByTimeAsync(90_000));
  expect(screen.getByRole('heading')).toHaveTextContent('This is taking longer than usual');
});
