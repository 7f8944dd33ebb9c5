// SPDX-License-Identifier: AGPL-3.0-or-later

// What administrators have for people and trust: the audit, invitations, suggestions.
import type { Page } from '@playwright/test';
import { staffByApi } from './steps/byApi';
import { signInStaff } from './steps/account';
import { demoAccount, currentInstance } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

const sideBar = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: typeof name === 'string' });

test('the audit: filters, days that make no sense, a spreadsheet', async ({ page }) => {
  const doctor = await staffByApi('doctor@salal.example');
  const patient = demoAccount('patient@salal.example');
  const opened = await fetch(`${currentInstance().url}/api/person/${patient.personId}`, {
    headers: { 'x-access-token': doctor.token },
  });
  const { FirstName, LastName } = await opened.json();
  await signInStaff(page, demoAccount('admin@salal.example'));
  await sideBar(page, 'Audit').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible();
  const rows = page.getByRole('table', { name: 'Audit' }).getByRole('row');
  await expect(rows.filter({ hasText: LastName }).first()).toBeVisible();
  await checkScreen(page, 'audit', 'narrow');

  await page.getByRole('combobox', { name: 'Patient' }).fill(LastName);
  await page.getByRole('option', { name: `${FirstName} ${LastName}` }).click();
  await page.getByLabel('From').fill('2026-03-02');
  await page.getByLabel('To').fill('2026-03-01');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(
    page.getByRole('link', { name: 'The start date cannot be after the end date.' }),
  ).toBeVisible();
  await checkScreen(page, 'audit-faults', 'dark');
  await page.getByLabel('To').fill('2026-03-03');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(
    page.getByText('No audit records for this search, please update the filter and search again!'),
  ).toBeVisible();
  await checkScreen(page, 'audit-empty');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(rows.filter({ hasText: LastName }).first()).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/);
});

test('an invitation is sent, listed and taken back', async ({ page }) => {
  await signInStaff(page, demoAccount('admin@salal.example'));
  await sideBar(page, 'Office Invite').click();
  await expect(page.getByText('No invitations yet')).toBeVisible();
  const invite = page.getByRole('button', { name: 'Invite', exact: true });
  await page.getByLabel('Office Invite Email').fill('nobody');
  await invite.click();
  await expect(page.getByRole('link', { name: /email address/ })).toBeVisible();
  await checkScreen(page, 'office-invite-faults');
  await page.getByLabel('Office Invite Email').fill('front.desk@office.example');
  await invite.click();
  const row = page.getByRole('row').filter({ hasText: 'front.desk@office.example' });
  await expect(row).toContainText('Waiting');
  await checkScreen(page, 'office-invite', 'dark', 'narrow');
  await row.getByRole('button', { name: /^Revoke/ }).click();
  const sure = page.getByRole('dialog', { name: 'Revoke invitation' });
  await sure.getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toContainText('Revoked');
});

test('a suggestion is read and acknowledged', async ({ page }) => {
  const doctor = await staffByApi('doctor2@salal.example');
  const pixel =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  const sent = await fetch(`${currentInstance().url}/api/problem`, {
    method: 'POST',
    headers: { 'x-access-token': doctor.token, 'content-type': 'application/json', 'idempotency-key': 'one' },
    body: JSON.stringify({ message: 'Larger letters in the queue', dataURL: pixel }),
  });
  expect(sent.status).toBe(201);
  await signInStaff(page, demoAccount('admin@salal.example'));
  const entry = sideBar(page, /^Suggestions/);
  await expect(entry).toContainText('1');
  await entry.click();
  const row = page.getByRole('row').filter({ hasText: 'Larger letters in the queue' });
  await expect(row).toBeVisible();
  await checkScreen(page, 'suggestions', 'narrow');
  await row.getByRole('button', { name: 'Screenshot' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Screenshot' }).getByRole('img', { name: 'Screenshot' }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(row).toContainText('Acknowledged');
  await expect(entry).not.toContainText('1');
  await checkScreen(page, 'suggestions-read', 'dark');
});
