// SPDX-License-Identifier: AGPL-3.0-or-later

// The command palette: what it finds, and that single keys obey their switch.
import { signInStaff } from './steps/account';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

test('patients, pages and actions from anywhere, with the keyboard alone', async ({ page }) => {
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await checkScreen(page, 'staff-dashboard', 'dark');
  const box = page.getByRole('combobox', { name: 'Find a patient, a page or an action' });
  const palette = page.getByRole('dialog', { name: 'Command palette' });

  await test.step('a page', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(box).toBeFocused();
    await checkScreen(page, 'palette', 'dark');
    await page.keyboard.type('presc hist');
    await expect(palette.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Prescription History' })).toBeVisible();
  });

  await test.step('a patient', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('holloway');
    await expect(palette.getByRole('option', { name: /Maren Holloway/ })).toBeVisible();
    await checkScreen(page, 'palette-patients');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: /Maren Holloway/ })).toBeVisible();
  });

  await test.step('what is not there, and leaving', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('xyzzyx');
    await expect(palette.getByText('Nothing was found.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(palette).toHaveCount(0);
  });

  await test.step('the theme', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('dark theme');
    await expect(palette.getByRole('option', { name: 'Dark theme' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('theme of');
    await expect(palette.getByRole('option', { name: 'Theme of this device' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  });

  await test.step('single keys obey their switch; the palette is no single key', async () => {
    await page.goto('/messaging');
    await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space');
    await page.keyboard.press('Escape');
    await expect(help).toHaveCount(0);
    await page.keyboard.press('c');
    await page.keyboard.press('?');
    await page.keyboard.press('/');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('searchbox', { name: 'Patient search' })).not.toBeFocused();
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('shortcuts');
    await expect(palette.getByRole('option', { name: 'Keyboard shortcuts' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await page.keyboard.press('Enter');
    await help.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space');
    await page.keyboard.press('Escape');
    await expect(help).toHaveCount(0);
    await page.keyboard.press('c');
    const message = page.getByRole('dialog', { name: 'New message' });
    await expect(message).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(message).toHaveCount(0);
  });

  await test.step('signing out', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(box).toBeFocused();
    await page.keyboard.type('sign out');
    await expect(palette.getByRole('option', { name: 'Logout' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/login/);
  });
});
