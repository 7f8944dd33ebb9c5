// SPDX-License-Identifier: AGPL-3.0-or-later

// The first page of each role is its work: of a doctor the day with the queue, live, walked by the keys; every number
// that opens a list is the number of that list; customer service lands on the inbox, administrators on the state of
// the installation.
import type { Page } from '@playwright/test';
import { signIn, signInStaff } from './steps/account';
import { callApi, staffByApi, writeByApi } from './steps/byApi';
import { type PaidRequest, requestForEverybody } from './steps/queue';
import { checkScreen } from './support/checkScreen';
import { demoAccount } from './support/instance';
import { expect, test } from './support/test';

test.describe.configure({ mode: 'serial' });

let requests: readonly PaidRequest[] = [];
const of = (at: number): PaidRequest => {
  const one = requests[at];
  if (!one) throw new Error('everybody asked');
  return one;
};

const rows = (page: Page) => page.getByRole('region', { name: 'My queue' }).getByRole('listitem');
const fact = (page: Page, name: RegExp) =>
  page.getByRole('list', { name: 'Now' }).getByRole('link', { name }).first();

test('a doctor sees what waits, opens what is counted, and takes the next patient', async ({ page }) => {
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expect(page.getByText('Nothing failed.')).toBeVisible();
  requests = await requestForEverybody();
  // Live: nobody pressed anything.
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(0)).toContainText(of(0).label);
  const doctor = await staffByApi('doctor@salal.example');
  const patient = demoAccount('patient@salal.example');
  await callApi(doctor, 'PUT', '/prescription/claim', { personId: patient.personId });
  await expect(page.getByRole('link', { name: '1 claimed by me' })).toBeVisible();
  await expect(fact(page, /^My queue: 3$/)).toBeVisible();
  await checkScreen(page, 'today', 'dark');
  await page.getByText('Table', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'Requests by the hour' })).toBeVisible();

  await page.getByRole('link', { name: '2 unclaimed' }).click();
  await expect(page).toHaveURL(/\/queue\?filter=unclaimed$/);
  await expect(page.getByRole('row').filter({ has: page.getByRole('cell') })).toHaveCount(2);
  await page.goBack();
  await fact(page, /^My queue: 3$/).click();
  await expect(page).toHaveURL(/\/queue\?filter=open$/);
  await expect(page.getByRole('radio', { name: 'Mine and unclaimed 3' })).toBeChecked();
  await page.goBack();

  await page.keyboard.press('j');
  await expect(rows(page).nth(0).getByRole('link')).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/patient/${patient.personId}`));
  await page.goBack();
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('g');
  await expect(page).toHaveURL(/\/patient\//);
  await page.goBack();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Next patient' })).toBeVisible();
  await checkScreen(page, 'today-390');
});

test('the office sees the whole clinic', async ({ page }) => {
  await signInStaff(page, demoAccount('office@salal.example'));
  await expect(page.getByRole('region', { name: 'Queue' }).getByRole('listitem')).toHaveCount(3);
  await checkScreen(page, 'today-office');
});

test('an administrator sees the installation', async ({ page }) => {
  await signInStaff(page, demoAccount('admin@salal.example'));
  await expect(page.getByRole('heading', { level: 2, name: 'Services' })).toBeVisible();
  await checkScreen(page, 'today-admin', 'dark');
  await page.getByRole('link', { name: /^Age of the backup/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible();
});

test('customer service lands on the inbox', async ({ page }) => {
  await signInStaff(page, demoAccount('care@salal.example'));
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
});

test('a patient reads when a doctor answers, and what needs an answer until it has one', async ({ page }) => {
  const account = demoAccount('patient@salal.example');
  const doctor = await staffByApi('doctor@salal.example');
  await writeByApi(
    doctor,
    { email: account.email, person: account.personId },
    'When was your last blood test?',
  );
  await page.goto('/login');
  await signIn(page, account, '6045550110');
  await expect(
    page.getByRole('heading', { name: /^A doctor should answer by \d{1,2}:\d\d [AP]M (today|tomorrow)/ }),
  ).toBeVisible();
  const needs = page.getByRole('region', { name: 'Needs you' });
  await expect(needs.getByRole('link', { name: 'Answer, About your renewal' })).toBeVisible();
  await checkScreen(page, 'dashboard-needs-you', 'dark');
});
