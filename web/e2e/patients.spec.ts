// SPDX-License-Identifier: AGPL-3.0-or-later

// The patients list: staff find somebody as they type, with the keyboard alone; the row that was opened
// last is marked on return; the health number leads to the clinic's electronic chart.
import type { Page } from '@playwright/test';
import { signInStaff } from './steps/account';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

// cspell:ignore hollowya

test.use({ settings: { SALAL_PORTAL__CHART_URL: 'https://charts.clinic.example/find?hin={number}' } });

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const box = (page: Page) => page.getByRole('searchbox', { name: 'Search patients' });

async function open(page: Page): Promise<void> {
  await signInStaff(page, demoAccount('office@salal.example'));
  await page.getByRole('link', { name: 'Patients', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Patients', exact: true })).toBeVisible();
}

test('staff find a patient as they type, with the keyboard alone', async ({ page }) => {
  await open(page);
  await expect(rows(page)).toHaveCount(10);
  await expect(rows(page).first()).toContainText('Abernethy');
  await checkScreen(page, 'patients', 'dark');

  await page.keyboard.press('/');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('ho');
  await expect(page.getByText('Type 3 or more characters to search.')).toBeVisible();
  await page.keyboard.type('l mar');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Holloway');
  await page.keyboard.press('ControlOrMeta+a');
  // The rows of what was typed so far are replaced by those of the whole number.
  const found = page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('q') === '9900 000');
  await page.keyboard.type('9900 000');
  await found;
  await expect(page.getByText(/^\d+ found\.$/)).toBeVisible();
  await checkScreen(page, 'patients-search');
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(0).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(1).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(box(page)).toBeFocused();

  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('hollowya');
  await expect(page.getByText('No one is named “hollowya”. Shown: holloway.')).toBeVisible();
  await checkScreen(page, 'patients-meant');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/patient\//);
  await page.goBack();
  await expect(box(page)).toHaveValue('hollowya');
  await expect(rows(page)).toHaveAttribute('data-tone', 'dotted');
  await expect(rows(page)).toHaveCSS('outline-style', 'dotted');

  await page.keyboard.press('/');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('xqzwy');
  await expect(page.getByText('No patient was found', { exact: true })).toBeVisible();
  await checkScreen(page, 'patients-nobody');
});

test('orders, pages and the link to the chart', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'FirstName' }).click();
  await expect(rows(page).first()).toContainText('Anneliese');
  await page.getByRole('button', { name: 'FirstName' }).click();
  await expect(rows(page).first()).toContainText('Tobias');
  await page.getByRole('button', { name: 'Date joined' }).click();
  await expect(page.getByRole('columnheader', { name: 'Date joined' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await page.getByLabel('Rows per page').selectOption('5');
  await expect(rows(page)).toHaveCount(5);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('6-10 of 12')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();

  await box(page).fill('holloway');
  const chart = page.getByRole('link', { name: '9900 000 305' });
  await expect(chart).toHaveAttribute('href', 'https://charts.clinic.example/find?hin=9900000305');
  await expect(chart).toHaveAttribute('rel', 'noreferrer');
  await box(page).fill('');
  await expect(rows(page)).toHaveCount(5);
  await page.setViewportSize({ width: 390, height: 844 });
  await checkScreen(page, 'patients-narrow');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
});

test('the box of the top bar finds and opens on any page', async ({ page }) => {
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const bar = page.getByRole('searchbox', { name: 'Patient search' });
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(bar).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type('mar hol');
  await expect(page.getByRole('option')).toHaveCount(1);
  await checkScreen(page, 'patients-bar');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/patient\//);
});
