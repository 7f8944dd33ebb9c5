// SPDX-License-Identifier: AGPL-3.0-or-later

// The deployments: for patients alone, and for the office alone. Each test starts an instance with the settings
// it is about.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { typeCode, typePassword } from './steps/account';
import {
  demoAccount,
  setCurrentInstance,
  type AppInstance,
  startInstance,
  type Settings,
} from './support/instance';
import { checkScreen } from './support/checkScreen';
import { nextCode } from './support/totp';

const LOGIN = 'https://clinic.example/sign-in';

let instance: AppInstance | undefined;

/** A page of an instance with these settings. */
async function pageOf(browser: Browser, settings: Settings): Promise<Page> {
  instance = await startInstance(settings);
  setCurrentInstance(instance);
  const context = await browser.newContext({ baseURL: instance.url, viewport: { width: 1440, height: 900 } });
  return context.newPage();
}

test.afterEach(async () => {
  setCurrentInstance(undefined);
  await instance?.close();
  instance = undefined;
});

test('for patients alone: Login and Sign up lead to the partner, staff have no way in', async ({
  browser,
}) => {
  const page = await pageOf(browser, { SALAL_MODE: 'client', SALAL_PORTAL__LOGIN_URL: LOGIN });
  await page.route('https://clinic.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Partner</title><h1>The partner clinic</h1>' }),
  );
  await page.goto('/');
  await checkScreen(page, 'mode-client-landing');
  await page.goto('/login');
  await expect(page).toHaveURL(LOGIN);
  // Over the calls as well: a doctor's right password and code open nothing.
  const who = demoAccount('doctor@salal.example');
  const body = { Email: who.email, Password: who.password, code: await nextCode(who.totpSecret ?? '') };
  const answer = await fetch(`${instance?.url}/api/user/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(401);
});

test('for the office alone: staff sign in at /login, patients do not', async ({ browser }) => {
  const page = await pageOf(browser, { SALAL_MODE: 'office' });
  const who = demoAccount('doctor@salal.example');
  await page.goto('/login');
  await typePassword(page, who);
  await checkScreen(page, 'mode-office-login', 'dark');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await typeCode(page, 'Verification code', await nextCode(who.totpSecret ?? ''));
  const dialog = page.getByRole('dialog', { name: 'Last Login' });
  await dialog.getByRole('checkbox', { name: /physically located/ }).check();
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('link', { name: 'Patients' }).first()).toBeVisible();
  const theirs = await browser.newContext({ baseURL: instance?.url ?? '' });
  const patient = await theirs.newPage();
  await patient.goto('/login');
  await typePassword(patient, demoAccount('patient@salal.example'));
  await patient.getByRole('button', { name: 'Sign in' }).click();
  await expect(patient.getByRole('heading', { name: 'Enter your code' })).toHaveCount(0);
  await expect(patient.getByRole('alert').filter({ hasText: /\w/ }).first()).toBeVisible();
  await theirs.close();
});
