// SPDX-License-Identifier: AGPL-3.0-or-later

// A deployment where nothing is charged: a request is with the doctors as soon as it is made.
import { signIn, signInStaff } from './steps/account';
import { openFromInbox } from './steps/doctor';
import {
  addMedication,
  basket,
  confirmRequested,
  expectRequestPage,
  giveAgreement,
  startRequest,
} from './steps/patient';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { ledger } from './support/outbox';
import { expect, test } from './support/test';

test.use({ settings: { SALAL_FEATURES__FREE: 'true' } });

const RAMIPRIL = { typed: 'ramip', name: 'RAMIPRIL', strength: /^5/, frequency: 'Once a day' };

test('a request without a fee is pending at once', async ({ page, browser }) => {
  await page.goto('/login');
  await signIn(page, demoAccount('patient@salal.example'), '6045550110');
  await startRequest(page);
  await addMedication(page, RAMIPRIL);
  await expect(basket(page)).not.toContainText('$');
  await checkScreen(page, 'free-basket');
  await giveAgreement(page);
  const label = await confirmRequested(page);
  const dialog = page.getByRole('dialog', { name: `Prescription ${label}` });
  await expect(dialog.getByRole('button', { name: 'Pay Now' })).toHaveCount(0);
  await expect(dialog).not.toContainText('$');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expectRequestPage(page, label);
  await expect(page.getByText('Pending').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pay Now' })).toBeHidden();
  await checkScreen(page, 'free-pending');

  const desk = await (await browser.newContext()).newPage();
  await signInStaff(desk, demoAccount('doctor@salal.example'));
  await openFromInbox(desk, 'Maren Holloway');
  await expect(desk.getByRole('article', { name: `Prescription ${label}` })).toBeVisible();
  expect(await ledger('stripe')).toEqual([]);
  await desk.context().close();
});
