// SPDX-License-Identifier: AGPL-3.0-or-later

// The product inside the partner clinic's site: its server hands a sign-in over, the patient arrives at the
// dashboard, the profile stays with the partner, and leaving leads back to it.
import type { Page } from '@playwright/test';
import { codeOf } from './support/outbox';
import { demoAccount, currentInstance } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

const SECRET = 'a-secret-of-browser-tests-with-40-letters';
const PARTNER = 'https://clinic.example';

test.use({
  settings: {
    SALAL_PORTAL__EMBEDDED: 'true',
    SALAL_PORTAL__PARTNER_HOME_URL: `${PARTNER}/home`,
    SALAL_PORTAL__LOGIN_URL: `${PARTNER}/sign-in`,
    SALAL_SECRETS__HAND_OVER: SECRET,
  },
});

/** What the partner's server gets for a patient of its own. */
async function handedOver(email: string): Promise<string> {
  const answer = await fetch(`${currentInstance().url}/api/user/hand-over`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret: SECRET, email }),
  });
  expect(answer.status).toBe(201);
  const { url }: { url: string } = await answer.json();
  return url;
}

/** The partner's site, which is not ours to run. */
async function partnerStands(page: Page): Promise<void> {
  await page.route(`${PARTNER}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Partner</title><h1>The partner clinic</h1>' }),
  );
}

test('handed over, at home, and back at the partner', async ({ page }) => {
  await partnerStands(page);
  const url = await handedOver(demoAccount('patient@salal.example').email);
  await page.goto(url);
  await expect(page).toHaveURL(/\/dashboard$/);
  const lastLogin = page.getByRole('dialog', { name: 'Last Login' });
  if (await lastLogin.isVisible()) {
    await lastLogin.getByRole('checkbox', { name: /physically located/ }).check();
    await lastLogin.getByRole('button', { name: 'OK' }).click();
  }
  const back = page.getByRole('button', { name: /^Back to / });
  await expect(back).toBeVisible();
  // The profile is the partner's: the link says so and leads nowhere.
  const profile = page.getByRole('link', { name: /^Profile of .*, managed by/ });
  await expect(profile).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('navigation').getByText('Profile').first()).toBeVisible();
  await checkScreen(page, 'embedded-dashboard', 'dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await checkScreen(page, 'embedded-dashboard-390');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(wide, 'no wider than the phone').toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await back.click();
  await expect(page).toHaveURL(`${PARTNER}/home`);
  // The session ended here too.
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
});

test('a token that was used signs nobody in, and the way back is the partner’s sign-in', async ({
  page,
  browser,
}) => {
  const url = await handedOver(demoAccount('patient@salal.example').email);
  await page.goto(url);
  await expect(page).toHaveURL(/\/dashboard$/);
  const theirs = await browser.newContext();
  const other = await theirs.newPage();
  await partnerStands(other);
  await other.goto(url);
  await expect(other.getByText(/^The sign-in from .* failed\.$/)).toBeVisible();
  await checkScreen(other, 'embedded-refused', 'dark');
  await other.getByRole('link', { name: /^Sign in at .* again$/ }).click();
  await expect(other).toHaveURL(`${PARTNER}/sign-in`);
  await theirs.close();
});

test('a wrong secret, a stranger and a member of the staff get no token', async () => {
  const ask = (secret: string, email: string) =>
    fetch(`${currentInstance().url}/api/user/hand-over`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret, email }),
    });
  expect((await ask('b'.repeat(40), 'patient@salal.example')).status).toBe(404);
  expect((await ask(SECRET, 'nobody@salal.example')).status).toBe(404);
  expect((await ask(SECRET, 'doctor@salal.example')).status).toBe(404);
});

test('signing in here works as well', async ({ page }) => {
  const who = demoAccount('patient@salal.example');
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  const code = await codeOf('sms', '6045550110', () => page.getByRole('button', { name: 'Sign in' }).click());
  expect(code).toMatch(/^\d{6}$/);
});
