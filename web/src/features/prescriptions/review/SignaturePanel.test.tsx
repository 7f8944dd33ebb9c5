// SPDX-License-Identifier: AGPL-3.0-or-later

/** Signing waits for the page that is signed; a refusal says what is wrong with what was drawn or typed. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { SignaturePanel } from './SignaturePanel';
import { medication, prescription } from './test-data';

vi.mock('../../../api/session', () => ({ useMe: () => ({ Person: { _id: 'me' } }) }));

test('nobody signs before the page is on the screen', () => {
  const view = prescription('20418', [medication('m1', 'Metformin', { status: 'Approved' })]);
  const panel = (notShown: string | null) => (
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <SignaturePanel prescription={view} notShown={notShown} />
      </MantineProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(panel('Preparing the page.'));
  const sign = () => screen.getByRole('button', { name: 'Sign' });
  expect(sign()).toHaveAccessibleDescription('Preparing the page.');
  rerender(panel(null));
  expect(sign()).toHaveAccessibleDescription('Draw your signature to sign.');
});

test('a refused signature says why, and has the focus', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json(
      {
        message: 'Please correct errors below',
        code: 'INVALID',
        errors: [{ field: 'password', message: 'The password is not correct.' }],
        requestId: 'r',
      },
      { status: 422 },
    ),
  );
  const view = prescription('20418', [medication('m1', 'Metformin', { status: 'Approved' })]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <SignaturePanel prescription={view} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Sign on paper instead' }));
  await user.type(screen.getByLabelText('Your password'), 'wrong');
  await user.click(screen.getByRole('button', { name: 'Sign' }));
  const said = await screen.findByRole('alert');
  expect(said).toHaveTextContent('The password is not correct.');
  await waitFor(() => {
    expect(said).toHaveFocus();
  });
  vi.unstubAllGlobals();
});

test('after the stroke the focus is on Sign, and a drawing that is not used is told', () => {
  const onDrawn = vi.fn<(drawn: boolean) => void>();
  const view = prescription('20418', [medication('m1', 'Metformin', { status: 'Approved' })]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <SignaturePanel prescription={view} onDrawn={onDrawn} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const pad = screen.getByRole('img', { name: 'Signature, empty' });
  fireEvent.pointerDown(pad, { pointerId: 1, button: 0, clientX: 10, clientY: 10 });
  fireEvent.pointerMove(pad, { pointerId: 1, clientX: 60, clientY: 30 });
  fireEvent.pointerUp(pad, { pointerId: 1 });
  expect(screen.getByRole('button', { name: 'Sign' })).toHaveFocus();
  expect(onDrawn).toHaveBeenLastCalledWith(true);
});
