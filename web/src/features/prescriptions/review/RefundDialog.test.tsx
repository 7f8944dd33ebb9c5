// SPDX-License-Identifier: AGPL-3.0-or-later

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { PrescriptionView } from '../../../api/generated/schema';
import { renderAt } from '../../../testing/renderAt';
import { answerWith, pathOf } from '../../../testing/server';
import { until } from '../../../testing/until';
import { loadDialogs } from '../../../ui/dialogs/Dialog';
import { RefundDialog } from './RefundDialog';

const prescription = {
  _id: 'p1',
  label: 'P-1',
  refundable: 50,
  payment: { chargeId: 'charge' },
  person: { _id: 'person-1' },
} as unknown as PrescriptionView;

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a refund that was not answered is asked for again under its key', async () => {
  await loadDialogs();
  const keys: (string | null)[] = [];
  answerWith((request) => {
    if (pathOf(request) === '/api/payment/refund') {
      keys.push(request.headers.get('idempotency-key'));
      if (keys.length === 1) throw new TypeError('the network is away');
    }
    return Response.json({ state: 'asked' });
  });
  const onClose = vi.fn();
  await renderAt('/', <RefundDialog prescription={prescription} onClose={onClose} />);
  const user = userEvent.setup();
  const press = async (times: number) => {
    await user.click(screen.getByRole('button', { name: 'Refund $50.00' }));
    await until(() => expect(onClose).toHaveBeenCalledTimes(times));
  };
  await press(1);
  await press(2);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});
