// SPDX-License-Identifier: AGPL-3.0-or-later

// The state of the installation, for administrators.
import { signInStaff } from './steps/account';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

test('the state of the installation', async ({ page }) => {
  await signInStaff(page, demoAccount('admin@salal.example'));
  await page.goto('/operations');
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible();
  await expect(page.getByText('No backup has been made yet.')).toBeVisible();
  // What is well is a line each, and opens.
  const disks = page.locator('summary').filter({ has: page.getByRole('heading', { name: 'Disk space' }) });
  await expect(disks).toContainText(/ free of /);
  const services = page.getByRole('table', { name: 'Outside services' });
  await expect(services).toBeHidden();
  await page.getByRole('heading', { level: 2, name: 'Outside services' }).click();
  await expect(services.getByRole('row').filter({ hasText: 'Partner clinic' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Versions' })).toBeVisible();
  await checkScreen(page, 'operations', 'dark');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(services).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await checkScreen(page, 'operations-narrow');
});

test('a service that does not answer is told, and only administrators may look', async ({ page }) => {
  await page.route('**/api/operations', (route) =>
    route.fulfill({ status: 500, json: { message: 'x', code: 'BROKEN' } }),
  );
  await signInStaff(page, demoAccount('admin@salal.example'));
  await page.goto('/operations');
  await expect(page.getByRole('button', { name: /again/i }).last()).toBeVisible();
  await checkScreen(page, 'operations-error');
});
