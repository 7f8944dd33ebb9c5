// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { FaxView } from '../../api/generated/schema';
import { LiveRequest } from './LiveRequest';
import { medication, prescription } from './review/test-data';

vi.mock('../../ui/links/AppLink', () => ({ ButtonLink: () => null }));

const Theme = ({ children }: { readonly children: ReactNode }) => (
  <MantineProvider env="test">{children}</MantineProvider>
);

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
  render(<LiveRequest prescription={waits} />, { wrapper: Theme });
  expect(screen.getByRole('heading')).toHaveTextContent('A doctor should answer by');
  await act(() => vi.advanceTimersByTimeAsync(90_000));
  expect(screen.getByRole('heading')).toHaveTextContent('This is taking longer than usual');
});

test('the moment when the pharmacy has it: who has it is said, and the last ring fills', () => {
  const at = '2026-11-20T20:00:00Z';
  const faxed = (state: FaxView['state']) =>
    prescription('1', [medication('m', 'RAMIPRIL', { status: 'Approved' })], {
      status: 'FAXED',
      statuses: [{ code: 'FAXED', text: 'Faxed to pharmacy', at, by: null, detail: null }],
      fax: {
        _id: 'f',
        at,
        attempts: 1,
        copy: 1,
        pages: 2,
        reason: null,
        recipientName: 'Tidewater Pharmacy',
        state,
        toNumber: '6045550131',
        undelivered: false,
      },
    });
  const { rerender } = render(<LiveRequest prescription={faxed('sent')} />, { wrapper: Theme });
  const ring = screen.getByRole('listitem', { current: 'step' });
  expect(ring).toHaveTextContent('Faxed to pharmacy, current step');
  expect(screen.queryByRole('link', { name: 'Call the pharmacy' })).toBeNull();
  rerender(<LiveRequest prescription={faxed('delivered')} />);
  // The same element: a ring that is drawn anew has nothing to fill from.
  expect(ring).toHaveTextContent('At your pharmacy, done');
  expect(screen.getByRole('status')).toHaveTextContent(
    /^Tidewater Pharmacy has it.*Received .+ PM\. Call ahead before you pick it up\./,
  );
  expect(screen.getByRole('link', { name: 'Call the pharmacy' })).toHaveAttribute('href', 'tel:+16045550176');
});
