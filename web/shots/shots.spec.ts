// SPDX-License-Identifier: AGPL-3.0-or-later

// A picture of every page of everybody, at the width of a desk and of a phone, light and dark, whole. The sheet
// (sheet.ts) lays them beside the drawings. A part of them: SHOTS_BY=patient SHOTS_OF='^/prescription'
// SHOTS_WIDTHS=1440 SHOTS_THEMES=light; SHOTS names the folder, SHOTS_TARGETS that of the drawings.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { signIn, signInStaff } from '../e2e/steps/account';
import { waitForAnimations } from '../e2e/support/checkScreen';
import {
  addressesOf,
  comeToRest,
  makeSomethingToOpen,
  type Parts,
  publicAddresses,
  STAFF,
  type Visitor,
} from '../e2e/support/everyPage';
import { demoAccount } from '../e2e/support/instance';
import { openCalls } from '../e2e/support/openCalls';
import { test } from '../e2e/support/test';
import { isAsked, isWanted, pageName, SHOTS, THEMES, WIDTHS } from './pictures';

/** A window of a desk or of a phone. */
const HEIGHT = 900;

let parts: Parts = {};

test.beforeAll(async ({ instance }) => {
  test.info().annotations.push({ type: 'address', description: instance.url });
  mkdirSync(SHOTS, { recursive: true });
  parts = await makeSomethingToOpen();
});

/** Takes the pictures of these pages, in the tab that is signed in. */
async function take(page: Page, visitor: string, paths: readonly string[]): Promise<void> {
  const open = openCalls(page);
  for (const path of paths.filter(isAsked)) {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.goto(path);
      await comeToRest(page, open);
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme });
        // The scheme is set by the page's own script, after the browser told it.
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
        await waitForAnimations(page);
        const name = `${visitor}.${pageName(path)}.${width}.${theme}.png`;
        await page.screenshot({ path: join(SHOTS, name), fullPage: true, animations: 'disabled' });
      }
    }
  }
}

/** Comes to where a visitor's pages are open. */
async function enter(page: Page, visitor: Visitor): Promise<void> {
  if (visitor !== 'patient') return signInStaff(page, demoAccount(`${visitor}@salal.example`));
  await page.goto('/login');
  await signIn(page, demoAccount('patient@salal.example'), '6045550110');
}

if (isWanted('public')) {
  test('public', ({ page }) => take(page, 'public', publicAddresses()));
}

for (const visitor of (['patient', ...STAFF] as const).filter(isWanted)) {
  test(visitor, async ({ page }) => {
    await enter(page, visitor);
    await take(page, visitor, addressesOf(visitor, parts));
  });
}
