// SPDX-License-Identifier: AGPL-3.0-or-later

// Every page of everybody at a desk, for somebody who has set the browser's text to twice its usual size: the text
// is that large, and none of it is cut, over other text or beside the window.
import type { Page } from '@playwright/test';
import { signIn, signInStaff } from './steps/account';
import { BROWSER } from './support/browser';
import {
  addressesOf,
  comeToRest,
  makeSomethingToOpen,
  type Parts,
  publicAddresses,
} from './support/everyPage';
import { demoAccount } from './support/instance';
import { lostText } from './support/largeText';
import { openCalls } from './support/openCalls';
import { expect, test } from './support/test';

test.use({
  launchOptions: {
    executablePath: BROWSER,
    args: ['--no-sandbox', '--disable-gpu', '--blink-settings=defaultFontSize=32'],
    // The bar at the side takes room here, as it does on most desks.
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
});

let parts: Parts = {};

test.beforeAll(async ({ instance }) => {
  expect(instance.url).not.toBe('');
  parts = await makeSomethingToOpen();
});

async function walk(page: Page, paths: readonly string[]): Promise<void> {
  const open = openCalls(page);
  for (const path of paths) {
    // oxlint-disable-next-line no-await-in-loop -- one window, at one address after the other
    await page.goto(path);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await comeToRest(page, open);
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect.soft(await page.evaluate(lostText), path).toEqual([]);
  }
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
}

test('the pages of everybody', async ({ page }) => {
  await walk(page, publicAddresses());
});

test('the pages of a patient', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, demoAccount('patient@salal.example'), '6045550110');
  await walk(page, addressesOf('patient', parts));
});

for (const role of ['doctor', 'admin'] as const) {
  test(`the pages of the staff: ${role}`, async ({ page }) => {
    await signInStaff(page, demoAccount(`${role}@salal.example`));
    await walk(page, addressesOf(role, parts));
  });
}

/** Where the parts of the page stand that a dialog opens over. */
function places(page: Page): Promise<readonly (readonly [string, number, number])[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('header, header *, main *, nav, nav *')]
      .filter((one) => one.checkVisibility() && one.closest('[role="dialog"]') === null)
      .map((one) => {
        const { left, right, top } = one.getBoundingClientRect();
        return [`${one.tagName} ${one.textContent?.slice(0, 30)} ${Math.round(top)}`, left, right] as const;
      }),
  );
}

test('a dialog opens and closes, and what is behind it stays where it is', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, demoAccount('patient@salal.example'), '6045550110');
  await page.goto('/profile');
  const open = openCalls(page);
  await comeToRest(page, open);
  const opener = page.getByRole('button', { name: 'More' });
  await expect(opener).toBeVisible();
  const before = await places(page);
  await opener.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  expect(await places(page)).toEqual(before);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(await places(page)).toEqual(before);
});
