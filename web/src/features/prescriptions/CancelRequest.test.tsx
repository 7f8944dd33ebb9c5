// SPDX-License-Identifier: AGPL-3.0-or-later

/** Cancelling says what it does with the fee in the server's words, and sends the version that said so. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';

import { renderAt } from '../../testing/renderAt';
import { answerWith, pathOf } from '../../testing/server';
import { until } from '../../testing/until';
import { CancelRequest } from './CancelRequest';
import { medication, prescription } from './review/test-data';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('what the press costs is read before it, and sent with what was seen', async () => {
  const sent: unknown[] = [];
  const seen = prescription('1', [medication('m', 'RAMIPRIL')], {
    canCancel: true,
    cancelEffect: 'The fee of $50.00 is not refunded.',
  });
  answerWith(async (request) => {
    if (pathOf(request) !== '/api/prescription/cancel') return new Response('{}', { status: 404 });
    sent.push(await request.json());
    return Response.json({ ...seen, status: 'CANCELED', canCancel: false, cancelEffect: null });
  });
  await renderAt('/prescription/1', <CancelRequest prescription={seen} label="Cancel request" />);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel request' }));
  expect(screen.getByText('The fee of $50.00 is not refunded.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Yes, I am sure' }));
  await until(() => {
    expect(sent).toEqual([{ prescriptionId: '1', personId: seen.person._id, version: seen.version }]);
  });
});
