// SPDX-License-Identifier: AGPL-3.0-or-later

// Every page of everybody for somebody who has set the browser's text to twice its usual size: the text is that
// large, and none of it is cut, over other text or beside the window, at a desk and, for patients and visitors, in
// a window as narrow as for the usual text a phone of 320 px.
import type { Page } from '@playwright/test';
import { signIn, signInStaff } from './steps/account';
import { BROWSER } from './support/browser';
import { accessibilityFindings } from './support/checkScreen';
import {
  addressesOf,
  comeToRest,
  makeSomethingToOpen,
  type Parts,
  publicAddresses,
  SIGNED_OUT_PAGES,
} from './support/everyPage';
import { demoAccount } from './support/instance';
import { lostFromBar, lostText, smallIcons, withLongNames } from './support/largeText';
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

const DESK = { width: 1440, height: 900 };
const NARROW = { width: 640, height: 900 };

/** Looks at these pages at a desk, and at those of patients and visitors in a narrow window too. */
async function walk(page: Page, paths: readonly string[], isNarrowToo: boolean): Promise<void> {
  const open = openCalls(page);
  for (const path of paths) {
    await page.setViewportSize(DESK);
    await page.goto(path);
    await comeToRest(page, open);
    expect.soft(await page.evaluate(lostText), path).toEqual([]);
    expect.soft(await page.evaluate(smallIcons), path).toEqual([]);
    if (isNarrowToo) {
      await page.setViewportSize(NARROW);
      expect.soft(await accessibilityFindings(page), `${path}, narrow`).toEqual([]);
      expect.soft(await page.evaluate(lostText), `${path}, narrow`).toEqual([]);
    }
  }
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
}

test('the pages of everybody', async ({ page }) => {
  await walk(page, [...publicAddresses(), ...SIGNED_OUT_PAGES], true);
});

test('the pages of a patient', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, demoAccount('patient@salal.example'), '6045550110');
  await withLongNames(page, { first: 'Maren', last: 'Holloway' });
  await walk(page, [...addressesOf('patient', parts), '/request-prescription/payment/'], true);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the bar of a patient’s phone has every word, and all of it is as large as asked for', async ({
  page,
}) => {
  await page.goto('/login');
  await signIn(page, demoAccount('patient@salal.example'), '6045550110');
  for (const width of [320, 390, 430, NARROW.width]) {
    // oxlint-disable-next-line no-await-in-loop -- one window
    await page.setViewportSize({ width, height: 844 });
    const more = page.getByRole('navigation', { name: 'Main, short' }).getByRole('button', { name: 'More' });
    // oxlint-disable-next-line no-await-in-loop -- one window
    await expect(more).toBeVisible();
    // oxlint-disable-next-line no-await-in-loop -- one window
    expect.soft(await page.evaluate(lostFromBar), `${width} px`).toEqual([]);
    // oxlint-disable-next-line no-await-in-loop -- one window
    await expect.soft(more, `${width} px`).toHaveCSS('font-size', '24px');
  }
});

for (const role of ['doctor', 'admin'] as const) {
  test(`the pages of the staff: ${role}`, async ({ page }) => {
    await signInStaff(page, demoAccount(`${role}@salal.example`));
    await walk(page, addressesOf(role, parts), false);
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
