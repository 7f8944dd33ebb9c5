// SPDX-License-Identifier: AGPL-3.0-or-later

// The sign-in stands in its document before the app is here, and the app takes over what was done in it.
import type { Page } from '@playwright/test';
import { expect, test } from './support/test';

/** Opens a page whose scripts wait; answers how to let them come. */
async function withoutScripts(page: Page, path: string): Promise<() => void> {
  let letCome: () => void = () => undefined;
  const here = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await here;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return letCome;
}

for (const [path, title] of [
  ['/login', 'Sign in'],
  ['/office-login', 'Office sign in'],
] as const)
  for (const width of [390, 1440])
    test(`${path} stands before its scripts come, and nothing of it moves at ${width}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      const letCome = await withoutScripts(page, path);
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText(title);
      await page.evaluate(() => document.fonts.ready);
      const email = page.getByLabel('Email');
      await email.fill('nobody@example.com');
      const places = () =>
        page
          .locator('main')
          .last()
          .evaluate((main) =>
            [
              main,
              ...main.querySelectorAll('h1, p, a, input, button'),
              ...document.querySelectorAll('aside li'),
            ].map((one) =>
              Object.values(one.getBoundingClientRect().toJSON())
                .map((one) => Math.round(Number(one)))
                .join(' '),
            ),
          );
      const before = await places();
      letCome();
      await expect(page.locator('#drawn')).toHaveCount(0);
      await expect(email).toHaveValue('nobody@example.com');
      await expect(email).toBeFocused();
      await expect(heading).toHaveCount(1);
      expect(await places()).toEqual(before);
    });

test('what was pressed before the app was here is done by it, once', async ({ page }) => {
  const letCome = await withoutScripts(page, '/office-login');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect(page.url()).toMatch(/\/office-login$/);
  letCome();
  await expect(page.getByText('The email or password is not correct.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com');
  expect(sent).toHaveLength(1);
});

test('no letter is lost while the app takes over', async ({ page }) => {
  const letCome = await withoutScripts(page, '/office-login');
  const password = page.getByLabel('Password', { exact: true });
  await password.focus();
  const words = 'abcdefghijklmnopqrstuvwxyz'.repeat(4);
  await page.keyboard.type(words.slice(0, 4));
  letCome();
  for (let at = 4; at < words.length; at += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await page.keyboard.press(words[at] ?? '');
  }
  await expect(page.locator('#drawn')).toHaveCount(0);
  await expect(password).toHaveValue(words);
});

test('a form whose app does not come says so', async ({ page }) => {
  await page.route(/\/assets\/index-.*\.js$/, (route) => route.abort());
  await page.goto('/login');
  await expect(page.getByRole('alert')).toHaveText(/did not load completely/);
});

test('whoever has a token, or was sent to the sign-in, sees nothing that is not theirs', async ({ page }) => {
  await withoutScripts(page, '/login?next=%2Fmessages');
  await expect(page.locator('#drawn')).toBeAttached();
  await expect(page.locator('#drawn')).toBeHidden();
  await page.evaluate(() => sessionStorage.setItem('salal.token', 'somebody’s'));
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.locator('#drawn')).toBeAttached();
  await expect(page.locator('#drawn')).toBeHidden();
});
