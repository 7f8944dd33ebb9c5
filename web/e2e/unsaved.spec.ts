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

const HERE_AGAIN = 'What you typed before you were signed out is here again.';
const PROMISE = /What you typed will be in its form again if you sign in here within 30 minutes/;

/** The session ends at the server; the page meets it with its next call. */
async function endSession(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const headers = { 'x-access-token': sessionStorage.getItem('salal.token') ?? '' };
    return (await fetch('/api/user/sign-out', { method: 'POST', headers })).status;
  });
  expect(status).toBe(204);
}

test('what was typed when a session ended is there again for the same person, and for nobody else', async ({
  page,
}) => {
  const who = demoAccount('patient@salal.example');
  await page.goto('/login');
  await signIn(page, who, '6045550110');
  await page.goto('/messaging');
  const compose = page.getByRole('dialog', { name: 'New message' });

  await test.step('a message whose dialog opens again', async () => {
    await page.getByRole('button', { name: 'Compose' }).click();
    await compose.getByLabel('Subject').fill('My dose');
    await compose.getByRole('textbox', { name: /^Message/ }).fill('Typed for ten minutes');
    await endSession(page);
    await compose.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText(PROMISE)).toBeVisible();
    await checkScreen(page, 'typed-kept');
    await signIn(page, who, '6045550110', undefined, /\/messaging/);
    await expect(compose.getByLabel('Subject')).toHaveValue('My dose');
    await expect(compose.getByRole('textbox', { name: /^Message/ })).toHaveValue('Typed for ten minutes');
    await expect(compose.getByText(HERE_AGAIN)).toBeVisible();
    await checkScreen(page, 'typed-again', 'dark', 'narrow');
    await compose.getByRole('button', { name: 'Send' }).click();
    await expect(compose).toHaveCount(0);
    await expect(page.getByText('Your message was successfully sent to the doctor.').first()).toBeVisible();
  });

  const alcohol = page.getByLabel('Alcohol');
  let before = '';
  let typed = '';
  const choose = async () => {
    await page.goto('/medicalInfo/edit');
    before = await alcohol.inputValue();
    const choices = await alcohol.evaluate((one: HTMLSelectElement) =>
      [...one.options].map(({ value }) => value),
    );
    typed = choices.find((one) => one !== '' && one !== before) ?? '';
    await alcohol.selectOption(typed);
    await endSession(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(PROMISE)).toBeVisible();
  };

  await test.step('a page’s form', async () => {
    await choose();
    await signIn(page, who, '6045550110', undefined, /\/medicalInfo\/edit/);
    await expect(alcohol).toHaveValue(typed);
    await expect(page.getByText(HERE_AGAIN)).toBeVisible();
    await endSession(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(PROMISE)).toBeVisible();
  });

  await test.step('after a reload nothing of it is there', async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    await signIn(page, who, '6045550110', undefined, /\/medicalInfo\/edit/);
    await expect(alcohol).toHaveValue(before);
    await expect(page.getByText(HERE_AGAIN)).toHaveCount(0);
  });

  await test.step('somebody else who signs in in another tab has nothing of it', async () => {
    const other = demoAccount('notcovered@salal.example');
    await page.goto('/messaging');
    await page.getByRole('button', { name: 'Compose' }).click();
    await compose.getByRole('textbox', { name: /^Message/ }).fill('Of the first person alone');
    await endSession(page);
    const second = await page.context().newPage();
    await second.goto('/login');
    await signIn(second, other, '6045550113');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText(other.email).first()).toBeVisible();
    await expect(page.getByText('Of the first person alone')).toHaveCount(0);
    await page.goto('/messaging');
    await page.getByRole('button', { name: 'Compose' }).click();
    await expect(compose.getByRole('textbox', { name: /^Message/ })).toHaveValue('');
    await second.close();
  });
});
