// SPDX-License-Identifier: AGPL-3.0-or-later

// Insight: what was done in a small clinic is what administrators and doctors read, as drawings, tables and CSV; what
// is looked at is in the address; few patients stay unnamed.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { InsightView } from '../src/api/generated/schema';
import { signInStaff } from './steps/account';
import { callApi, faxedByApi, patientByApi, staffByApi } from './steps/byApi';
import { requestForEverybody } from './steps/queue';
import { checkScreen } from './support/checkScreen';
import { demoAccount } from './support/instance';
import { expect, test } from './support/test';

test.describe.configure({ mode: 'serial' });

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const keyNumber = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Key numbers' }).getByRole('listitem').filter({ hasText: name });

test('a clinic in which nothing happened reads sentences', async ({ page }) => {
  await signInStaff(page, demoAccount('admin@salal.example'));
  await page.getByRole('link', { name: 'Insight' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Insight' })).toBeVisible();
  await expect(card(page, 'Requests by day').getByText('No requests in these 30 days.')).toBeVisible();
  await expect(card(page, 'Fax delivery by pharmacy').getByText('No fax in these 30 days.')).toBeVisible();
  await expect(keyNumber(page, 'Requests')).toContainText('None before either');
  await checkScreen(page, 'insight-empty', 'dark', 'narrow');
});

test('what was done is what is read, drawn and kept', async ({ page }) => {
  await requestForEverybody();
  const patient = await patientByApi('patient@salal.example', '6045550110');
  const doctor = await staffByApi('doctor@salal.example');
  await faxedByApi(patient, doctor);
  // The machine's receipt comes after the fax.
  const faxes = async () => (await callApi<InsightView>(doctor, 'GET', '/insight')).totals.faxes;
  await expect.poll(faxes, { timeout: 60_000 }).toBe(1);
  await signInStaff(page, demoAccount('admin@salal.example'));
  await page.goto('/insight');
  await expect(keyNumber(page, 'Requests')).toContainText(/Requests\s*4\s*7 medications/);
  await expect(keyNumber(page, 'Within the promise')).toContainText('100.0%');
  await expect(keyNumber(page, 'Within the promise')).toContainText('0 of 1 late');
  await expect(keyNumber(page, 'Medications approved')).toContainText('1 of 1');
  await expect(keyNumber(page, 'Faxed at the first try')).toContainText('0 never delivered');
  await expect(
    card(page, 'Requests by day').getByRole('img', {
      name: /^Requests by day: 4 requests, most on .*: 4\.$/,
    }),
  ).toBeVisible();
  await expect(card(page, 'Time to decision').getByText('Promise 24 h')).toBeVisible();
  await expect(card(page, 'Doctors').getByRole('row')).toHaveCount(2);
  await checkScreen(page, 'insight', 'dark');

  // Each drawing has its table.
  await card(page, 'Requests by day').locator('label').filter({ hasText: 'Table' }).click();
  const days = card(page, 'Requests by day').getByRole('row');
  await expect(days).toHaveCount(32);
  await expect(days.nth(1).getByRole('cell')).toHaveText(['4', '7', /^\$/, '$0.00']);
  await expect(days.last().getByRole('cell')).toHaveText(['4', '7', /^\$/, '$0.00']);
  // oxlint-disable-next-line no-await-in-loop -- one page
  for (const name of [
    'Time to decision',
    'Approved and rejected',
    'Fax delivery by pharmacy',
    'Revenue',
    'Doctors',
  ])
    await card(page, name).locator('label').filter({ hasText: 'Table' }).click();
  await checkScreen(page, 'insight-tables', 'dark');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Requests by day as CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^insight-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d-days\.csv$/);
  expect((await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/).at(-1)).toMatch(/,4,7(,|$)/);
  const all = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await all).suggestedFilename()).toMatch(/-all\.csv$/);
});

test('what is looked at is in the address, and Back leads back', async ({ page }) => {
  await signInStaff(page, demoAccount('admin@salal.example'));
  await page.goto('/insight?from=2031-01-01&to=2030-01-01&payer=cash');
  await expect(page.getByRole('radio', { name: '30 days' })).toBeChecked();
  await expect(keyNumber(page, 'Requests')).toContainText(/Requests\s*4/);
  await page.getByText('7 days', { exact: true }).click();
  await expect(page).toHaveURL(/\/insight\?from=.*&to=/);
  await page.getByLabel('Payment').selectOption('Private');
  await expect(page).toHaveURL(/payer=private/);
  // So few could be named.
  await expect(keyNumber(page, 'Requests')).toContainText('Not shown');
  await checkScreen(page, 'insight-not-shown', 'dark');
  await page.getByRole('checkbox', { name: 'Compare with the 7 days before' }).uncheck();
  await expect(page).toHaveURL(/compare=no/);
  await page.goBack();
  await page.goBack();
  await expect(keyNumber(page, 'Requests')).toContainText(/Requests\s*4/);
  await expect(page.getByLabel('Payment')).toHaveValue('');
  await page.goBack();
  await expect(page.getByRole('radio', { name: '30 days' })).toBeChecked();

  await page.getByText('Other', { exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'From and to' });
  await dialog.getByLabel('From').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Show' }).click();
  await expect(dialog.getByRole('link', { name: 'Choose at most 366 days.' })).toBeVisible();
  await checkScreen(page, 'insight-period', 'dark');
  const today = await dialog.getByLabel('To').inputValue();
  await dialog.getByLabel('From').fill(today);
  await dialog.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(new RegExp(`from=${today}&to=${today}`));
  await expect(
    card(page, 'Requests by day').getByRole('button', { name: /^The day as a table/ }),
  ).toBeVisible();
});

test('on a phone the filters are in a drawer, and the foot keeps all of it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInStaff(page, demoAccount('admin@salal.example'));
  await page.goto('/insight');
  await expect(keyNumber(page, 'Requests')).toContainText(/Requests\s*4/);
  await checkScreen(page, 'insight-390');
  await page.getByRole('button', { name: 'Filter' }).click();
  const drawer = page.getByRole('dialog', { name: 'Filter' });
  await expect(drawer).toBeVisible();
  await checkScreen(page, 'insight-filter-390');
  await drawer.getByLabel('Doctor').selectOption({ index: 1 });
  await drawer.getByRole('button', { name: 'Show' }).click();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/doctor=/);
  await expect(page.getByText(/, all payments\. No patient’s name\.$/)).not.toContainText('All doctors');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/-all\.csv$/);
});

test('a doctor has it in the side bar, and no way to the claims', async ({ page }) => {
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await page.getByRole('link', { name: 'Insight' }).click();
  await expect(keyNumber(page, 'Requests')).toContainText(/Requests\s*4/);
  await expect(card(page, 'Claims').getByRole('link')).toHaveCount(0);
  await checkScreen(page, 'insight-doctor');
});

test('the office reads for whom it is', async ({ page }) => {
  await signInStaff(page, demoAccount('office@salal.example'));
  await expect(page.getByRole('link', { name: 'Insight' })).toHaveCount(0);
  await page.goto('/insight');
  await expect(
    page.getByRole('heading', { level: 1, name: 'This page is for doctors and administrators' }),
  ).toBeVisible();
});
