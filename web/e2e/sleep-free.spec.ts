// SPDX-License-Identifier: AGPL-3.0-or-later

// A deployment where nothing is charged: Yes sends the sleep assessment.
import { signIn } from './steps/account';
import { chooseClinic, fillQuestionnaire } from './steps/sleep';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { ledger, outbox } from './support/outbox';
import { expect, test } from './support/test';

test.use({ settings: { SALAL_FEATURES__FREE: 'true' } });

test('a sleep study without a fee is sent by Yes', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, demoAccount('private@salal.example'), '6045550112');
  await page.goto('/sleep-info/edit');
  await fillQuestionnaire(page);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  const checkout = await chooseClinic(page, 'Test', 'Test clinic');
  await expect(checkout).not.toContainText('$');
  await checkScreen(page, 'sleep-free', 'dark');
  await checkout.getByRole('button', { name: 'No', exact: true }).click();
  await expect(checkout).toHaveCount(0);
  await page.getByRole('button', { name: 'Select: Test clinic', exact: true }).click();
  await checkout.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(page.getByText('Sleep Assessment sent to requested location.')).toBeVisible();
  await expect(page).toHaveURL(/\/sleep-info$/);
  await expect(page.getByText('The clinic’s fax machine confirmed every page.')).toBeVisible({
    timeout: 45_000,
  });
  expect(await outbox('fax', '7785550191')).toHaveLength(1);
  expect(await ledger('stripe')).toEqual([]);
});
