// SPDX-License-Identifier: AGPL-3.0-or-later

// What is typed is not lost without a question: by a link, by the browser's Back, by a reload, by Cancel.
import type { Page } from '@playwright/test';
import { signIn } from './steps/account';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const answer = (page: Page, name: 'Stay' | 'Leave') => question(page).getByRole('button', { name }).click();

test('medical information that is not saved is not left without a question', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, demoAccount('patient@salal.example'), '6045550110');
  await page.getByRole('link', { name: 'Medical Information' }).first().click();
  await page.getByRole('link', { name: /^Edit/ }).first().click();
  await expect(page).toHaveURL(/\/medicalInfo\/edit/);
  const dashboard = page.getByRole('link', { name: 'Dashboard' }).first();
  const alcohol = page.getByLabel('Alcohol');
  const before = await alcohol.inputValue();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });

  await test.step('nothing was typed: no question', async () => {
    await page.goBack();
    await expect(page).toHaveURL(/\/medicalInfo$/);
    await page.goForward();
    await expect(alcohol).toBeVisible();
  });

  const choices = await alcohol.evaluate((one: HTMLSelectElement) =>
    [...one.options].map(({ value }) => value),
  );
  const typed = choices.find((one) => one !== '' && one !== before) ?? '';
  await alcohol.selectOption(typed);

  await test.step('a link asks, and Stay keeps the form', async () => {
    await dashboard.click();
    await expect(question(page).getByRole('button', { name: 'Stay' })).toBeFocused();
    await checkScreen(page, 'unsaved-question', 'dark', 'narrow');
    await page.keyboard.press('Escape');
    await expect(question(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/medicalInfo\/edit/);
    await expect(alcohol).toHaveValue(typed);
  });

  await test.step('the browser’s Back asks, and Stay keeps the form and its address', async () => {
    await page.evaluate(() => history.back());
    await expect(question(page)).toBeVisible();
    await expect(page).toHaveURL(/\/medicalInfo\/edit/);
    await answer(page, 'Stay');
    await expect(alcohol).toHaveValue(typed);
  });

  await test.step('a reload is asked about by the browser', async () => {
    await page.evaluate(() => window.location.reload());
    await expect.poll(() => asked).toEqual(['beforeunload']);
    await expect(alcohol).toHaveValue(typed);
  });

  await test.step('Back goes on with Leave, and there is nothing to ask about any more', async () => {
    await page.evaluate(() => history.back());
    await answer(page, 'Leave');
    await expect(page).toHaveURL(/\/medicalInfo$/);
    await page.goForward();
    await expect(alcohol).toHaveValue(before);
    await page.reload();
    await expect(alcohol).toHaveValue(before);
    expect(asked).toHaveLength(1);
  });

  await test.step('Cancel asks', async () => {
    await alcohol.selectOption(typed);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await answer(page, 'Leave');
    await expect(page).toHaveURL(/\/medicalInfo$/);
  });

  await test.step('what was saved is not asked about', async () => {
    await page.goBack();
    await alcohol.selectOption(typed);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page).toHaveURL(/\/medicalInfo$/);
    await dashboard.click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});
