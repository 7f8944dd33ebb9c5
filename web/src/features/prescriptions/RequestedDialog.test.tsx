// SPDX-License-Identifier: AGPL-3.0-or-later

/** What was created is requested once it is with the doctors; before the payment nothing is. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderAt } from '../../testing/renderAt';
import { REQUESTED } from './basket';
import { RequestedDialog } from './RequestedDialog';
import { medication, prescription } from './review/test-data';

test.each([
  ['CREATED', true, false],
  ['CREATED', false, false],
  ['PENDING', false, true],
] as const)('%s, payable %s: requested %s', async (status, canPay, requested) => {
  const created = prescription('1', [medication('m', 'RAMIPRIL')], { status, canPay });
  await renderAt('/', <RequestedDialog prescription={created} />);
  const dialog = await screen.findByRole('dialog', { name: 'Prescription P-1' });
  expect(dialog.textContent.includes(REQUESTED)).toBe(requested);
  expect(dialog.textContent.includes('Your request is waiting for payment.')).toBe(!requested);
});
