// SPDX-License-Identifier: AGPL-3.0-or-later

// The rules on classes of drugs: the default set offered once, a filter added with an exception and seen
// in the search, files out and in, one refused, and one deleted.
import type { Page } from '@playwright/test';
import { signInStaff } from './steps/account';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

test.describe.configure({ mode: 'serial' });

const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Medication filters' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

async function open(page: Page): Promise<void> {
  await signInStaff(page, demoAccount('admin@salal.example'));
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Medication Filter', exact: true })
    .click();
  await expect(rows(page).first()).toBeVisible();
}

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('the default set is offered once', async ({ page }) => {
  await open(page);
  await expect(page.getByText('The default set of 33 filters came with the catalogue')).toBeVisible();
  await expect(rows(page)).toHaveCount(5);
  await checkScreen(page, 'medication-filter-offer', 'dark');
  await page.getByRole('button', { name: 'Don’t use it' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep the default set' }).click();
  await page.getByRole('button', { name: 'Keep the default set' }).click();
  await expect(page.getByText(/^The default set of 33/)).toBeHidden();
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByText(/^The default set of 33/)).toBeHidden();
});

test('a filter is added with an exception, after its effect was shown', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('link', { name: 'tc_ahfs_number is required.' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Status is required.' })).toBeVisible();
  await checkScreen(page, 'medication-filter-faults');
  await page.getByLabel('tc_ahfs_number').fill('24:06.08');
  await page.getByRole('radio', { name: /^CROSS_OUT/ }).check();
  const effect = page.getByText(/^This crosses out \d+ drugs, these \d+ ingredients\.$/);
  await expect(effect).toBeVisible();
  await checkScreen(page, 'medication-filter', 'dark');
  await page
    .getByRole('checkbox', { name: /^ATORVASTATIN/ })
    .first()
    .check();
  await expect(page.getByText(/^With 1 exception this crosses out \d+ of \d+ drugs\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('The filter on 24:06.08 is now active.')).toBeVisible();
  await expect(page.getByLabel('tc_ahfs_number')).toHaveValue('');
  const added = rows(page).filter({ hasText: '24:06.08' });
  await expect(added).toContainText('ATORVASTATIN', { ignoreCase: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await checkScreen(page, 'medication-filter-narrow');
  await page.setViewportSize({ width: 1440, height: 900 });

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Medication Search' })
    .click();
  await page.getByRole('searchbox', { name: 'Name of the medication' }).fill('rosuvastatin');
  await expect(page.getByText('Cannot be refilled').first()).toBeVisible();
});

test('files out and in', async ({ page }) => {
  await open(page);
  for (const format of ['CSV', 'JSON']) {
    const saving = page.waitForEvent('download');
    // oxlint-disable-next-line no-await-in-loop -- one download after the other
    await page.getByRole('button', { name: `${format}, download` }).click();
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect((await saving).suggestedFilename()).toBe(`medication-filters.${format.toLowerCase()}`);
  }
  const input = page.getByLabel('File of filters');
  await input.setInputFiles(file('good.csv', 'tc_ahfs_number,status,activeIngredients\n92:36,CROSS_OUT,\n'));
  await expect(page.getByText('1 filters added, 0 changed, 0 unchanged.')).toBeVisible();
  await expect(rows(page).filter({ hasText: '92:36' })).toBeVisible();
  await input.setInputFiles(file('bad.csv', 'tc_ahfs_number,status\n92:40,CROSS_OUT\n92:44,MAYBE\n'));
  await expect(page.getByText('Nothing was imported')).toBeVisible();
  await expect(page.getByText('Row 2: The status is CROSS_OUT or DO_NOT_SHOW_UP.')).toBeVisible();
  await checkScreen(page, 'medication-filter-refused', 'dark');
  await expect(rows(page).filter({ hasText: '92:40' })).toHaveCount(0);
});

test('a filter is deleted', async ({ page }) => {
  await open(page);
  await rows(page).filter({ hasText: '92:36' }).getByRole('button', { name: 'Delete 92:36' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The filter on 92:36 was deleted.')).toBeVisible();
  await expect(rows(page).filter({ hasText: '92:36' })).toHaveCount(0);
});
