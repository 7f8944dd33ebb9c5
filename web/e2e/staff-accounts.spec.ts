// SPDX-License-Identifier: AGPL-3.0-or-later

// What administrators do with accounts of the staff: look, numbers, role, off and on, the authenticator.
import { signInStaff } from './steps/account';
import { staffByApi } from './steps/byApi';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

test('numbers, sessions and an account that is switched off and on', async ({ page }) => {
  await staffByApi('care@salal.example');
  await signInStaff(page, demoAccount('admin@salal.example'));
  await page.goto('/staff');
  const rows = page.getByRole('table', { name: 'Staff accounts' }).getByRole('row');
  await expect(rows.filter({ hasText: 'doctor@salal.example' })).toContainText('Doctor');
  await checkScreen(page, 'staff', 'dark');
  await page.getByLabel('Name or email').fill('nobody of this name');
  await expect(page.getByText('No matching accounts')).toBeVisible();
  await checkScreen(page, 'staff-empty');
  await page.getByLabel('Name or email').fill('care@');
  await expect(rows).toHaveCount(2);
  await rows.nth(1).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 2, name: 'Signed in' })).toBeVisible();
  await checkScreen(page, 'staff-account', 'dark');

  await page.getByLabel('MSP number').fill('123');
  await page.getByRole('button', { name: 'Save numbers' }).click();
  await expect(page.getByRole('link', { name: 'The MSP number has five digits and letters.' })).toBeVisible();
  await checkScreen(page, 'staff-account-faults');
  await page.getByLabel('MSP number').fill('Q0042');
  await page.getByRole('button', { name: 'Save numbers' }).click();
  const changes = page.getByRole('table', { name: 'Change history' });
  await expect(changes).toContainText('MSP Q0042');

  await page.getByRole('button', { name: 'Deactivate' }).click();
  const sure = page.getByRole('dialog', { name: 'Deactivate account' });
  await checkScreen(page, 'staff-off');
  await sure.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('Not signed in anywhere')).toBeVisible();
  await page.getByRole('button', { name: 'Reactivate' }).click();
  await expect(changes.getByRole('row').nth(1)).toContainText('Reactivated');
  await page.setViewportSize({ width: 390, height: 844 });
  await checkScreen(page, 'staff-account-narrow');
  await page.goto('/staff');
  await expect(rows.nth(1)).toBeVisible();
  await checkScreen(page, 'staff-narrow');
});

test('a role is changed, an authenticator reset; the own account stays', async ({ page }) => {
  const admin = demoAccount('admin@salal.example');
  await signInStaff(page, admin);
  await page.goto('/staff');
  await page.getByRole('link', { name: /\(you\)/ }).click();
  await expect(page.getByText('This is your own account.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Deactivate' })).toHaveCount(0);
  await checkScreen(page, 'staff-own');

  await page.goto('/staff');
  await page.getByRole('row').filter({ hasText: 'office@salal.example' }).getByRole('link').first().click();
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Customer service');
  await page.getByRole('button', { name: 'Save role' }).click();
  const changes = page.getByRole('table', { name: 'Change history' });
  await expect(changes).toContainText('Customer service');

  await page.goto('/staff');
  await page.getByRole('row').filter({ hasText: 'doctor2@salal.example' }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Reset authenticator' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset authenticator' });
  await dialog.getByLabel('Your password').fill('Wrong2026word');
  await dialog.getByRole('button', { name: 'Reset authenticator' }).click();
  await expect(dialog.getByText(/password/i).last()).toBeVisible();
  await checkScreen(page, 'staff-second-step', 'dark');
  await dialog.getByLabel('Your password').fill(admin.password);
  await dialog.getByRole('button', { name: 'Reset authenticator' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Set up at next sign-in')).toBeVisible();
});
