// SPDX-License-Identifier: AGPL-3.0-or-later

// Suggesting an improvement by keyboard alone: told first, a picture of the page, a part of it blanked,
// sent; and an administrator opens what was sent.
import { signIn, signInStaff } from './steps/account';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

const LABELS = 'The hours could stand on every page.';

test('a suggestion with a picture, by keyboard', async ({ page, browser }) => {
  const patient = demoAccount('patient@salal.example');
  await page.goto('/login');
  await signIn(page, patient, '6045550110');
  const icon = page.getByRole('button', { name: 'Suggest an improvement' });
  await icon.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Suggest an improvement' });
  await expect(dialog.getByText('Only administrators can open it.')).toBeVisible();
  await checkScreen(page, 'suggestion-told', 'dark');

  await dialog.getByRole('button', { name: 'Take a picture' }).press('Enter');
  await expect(dialog.getByRole('img', { name: 'The page as it will be sent' })).toBeVisible({
    timeout: 60_000,
  });
  await dialog.getByRole('button', { name: 'Hide an area' }).press('Enter');
  const part = dialog.getByRole('group', { name: /^Hidden area 1/ });
  await expect(part).toBeFocused();
  const before = await part.boundingBox();
  const moved = async () => {
    const now = await part.boundingBox();
    return { further: (now?.x ?? 0) < (before?.x ?? 0), wider: (now?.width ?? 0) > (before?.width ?? 0) };
  };
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  // A key is answered by the next frame, not before its event returns.
  await expect.poll(moved).toEqual({ further: true, wider: true });
  await checkScreen(page, 'suggestion-blanked', 'dark');

  await dialog.getByRole('button', { name: 'Submit' }).press('Enter');
  await expect(dialog.getByRole('heading', { name: 'Please correct errors below' })).toBeVisible();
  await checkScreen(page, 'suggestion-fault');
  await dialog.getByLabel('Your suggestion').fill(LABELS);
  await dialog.getByRole('button', { name: 'Submit' }).press('Enter');
  await expect(page.getByText('Problem reported successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();

  const context = await browser.newContext();
  const desk = await context.newPage();
  await signInStaff(desk, demoAccount('admin@salal.example'));
  const list = await desk.evaluate(async () => {
    const token = sessionStorage.getItem('salal.token') ?? '';
    const answer = await fetch('/api/problem', { headers: { 'x-access-token': token } });
    return answer.text();
  });
  expect(list).toContain(LABELS);
  expect(list).toContain('screenshot.png');
  await context.close();
});

test('words alone are enough, and are not lost by a slip', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, demoAccount('private@salal.example'), '6045550112');
  await page.getByRole('button', { name: 'Suggest an improvement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Suggest an improvement' });
  await dialog.getByRole('button', { name: 'Continue without a picture' }).click();
  await dialog.getByLabel('Your suggestion').fill('Larger letters, please.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep writing' }).click();
  await expect(dialog.getByLabel('Your suggestion')).toHaveValue('Larger letters, please.');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Problem reported successfully!')).toBeVisible();
});
