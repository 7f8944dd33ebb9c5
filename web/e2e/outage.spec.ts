// SPDX-License-Identifier: AGPL-3.0-or-later

// The network or the server goes away: the page stays, says so, and the press goes on by itself.
import type { Page } from '@playwright/test';
import { signIn, signInStaff } from './steps/account';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

const strip = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'No connection. Your work is kept.' });

/** A mark that is gone once the document was loaded again. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-same-document', ''));
const isMarked = (page: Page) => page.locator('body[data-same-document]');

test('without a network a link waits pressed, and goes on when the network is back', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, demoAccount('patient@salal.example'), '6045550110');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  const words = (await heading.textContent()) ?? '';
  await mark(page);

  await page.context().setOffline(true);
  const link = page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Profile' });
  await link.click();
  await expect(strip(page)).toBeVisible();
  await expect(page.getByText(/^Trying again/)).toBeVisible();
  await expect(heading).toHaveText(words);
  await expect(link).toHaveAttribute('data-going');
  await checkScreen(page, 'outage');

  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await expect(strip(page)).toHaveCount(0);
  await expect(isMarked(page)).toHaveCount(1);
});

test('an idle page sees the server go, and a restart with the same version loads nothing again', async ({
  page,
  instance,
}) => {
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await page.goto('/queue');
  await expect(page.getByRole('heading', { level: 1, name: 'Review queue' })).toBeVisible();
  await mark(page);

  await instance.stopServer();
  await expect(strip(page)).toBeVisible({ timeout: 10_000 });
  await page.getByRole('link', { name: 'Patients', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Review queue' })).toBeVisible();

  await instance.startServer();
  // Pressed if it is still there: the stream of changes may have found the server first.
  await page.getByRole('button', { name: 'Try now' }).evaluateAll((found: readonly HTMLElement[]) => {
    for (const button of found) button.click();
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Patients' })).toBeVisible();
  await expect(strip(page)).toHaveCount(0);
  await expect(isMarked(page)).toHaveCount(1);
});

test('an idle page sees within ten seconds that connections are open and nothing comes', async ({
  page,
  instance,
}) => {
  await signInStaff(page, demoAccount('doctor@salal.example'));
  const stream = page.waitForResponse(/\/api\/events$/);
  await page.goto('/queue');
  await expect(page.getByRole('heading', { level: 1, name: 'Review queue' })).toBeVisible();
  await stream;
  await mark(page);

  instance.freezeServer();
  await expect(strip(page)).toBeVisible({ timeout: 11_000 });
  instance.thawServer();
  await expect(strip(page)).toHaveCount(0);
  await expect(isMarked(page)).toHaveCount(1);
});
