// SPDX-License-Identifier: AGPL-3.0-or-later

// Idle log-out: a warning a minute before, which can be answered; then the sign-in page, and after it
// the place that was left, with the draft of the request.
import { signIn } from './steps/account';
import { addMedication, basket, startRequest } from './steps/patient';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

test.use({ settings: { SALAL_ENVIRONMENT: 'test', SALAL_SESSION__IDLE_SECONDS: '300' } });

const CELL = '6045550110';
const RAMIPRIL = { typed: 'ramip', name: 'RAMIPRIL', strength: /^5/, frequency: 'Once a day' };
const FORM = /\/request-prescription\/form$/;

test('idle for too long: warned, signed out, and back where it was', async ({ page }) => {
  const who = demoAccount('patient@salal.example');
  await page.clock.install();
  await page.goto('/login');
  await signIn(page, who, CELL);
  await startRequest(page);
  await addMedication(page, RAMIPRIL);
  await page.clock.runFor(2000);
  await expect(page.getByText('Saving your draft...')).toBeHidden();

  const warning = page.getByRole('dialog', { name: 'Are you still there?' });
  await page.clock.fastForward(230_000);
  await expect(warning).toBeHidden();
  await page.clock.fastForward(20_000);
  await expect(warning).toBeVisible();
  await expect(warning).toContainText(
    'For your privacy, we’ll sign you out after 5 minutes without activity.',
  );
  await checkScreen(page, 'idle-warning', 'dark');
  await warning.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(warning).toBeHidden();
  await expect(basket(page)).toContainText('RAMIPRIL', { ignoreCase: true });

  await page.clock.fastForward(250_000);
  await expect(warning).toBeVisible();
  await page.clock.fastForward(61_000);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByText('RAMIPRIL')).toBeHidden();
  await checkScreen(page, 'idle-signed-out');

  await signIn(page, who, CELL, undefined, FORM);
  await expect(basket(page)).toContainText('RAMIPRIL', { ignoreCase: true });
});
