// SPDX-License-Identifier: AGPL-3.0-or-later

// The front desk's day with faxes: one that did not arrive is sent again, its arrival is confirmed by
// telephone, and the pharmacy's question goes to the doctors. And the queue to a partner clinic whose
// server is away.
import type { Page } from '@playwright/test';
import { signInStaff } from './steps/account';
import { faxedByApi, patientByApi, staffByApi } from './steps/byApi';
import { demoAccount, currentInstance } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { failNextCall, outbox } from './support/outbox';
import { expect, test } from './support/test';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

/** The screen on a phone too, no wider than it. */
async function checkNarrowScreen(page: Page, name: string): Promise<void> {
  await page.setViewportSize(PHONE);
  await checkScreen(page, `${name}-390`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(wide, `${name} is no wider than the phone`).toBeLessThanOrEqual(0);
  await page.setViewportSize(DESK);
}

test('a fax that did not arrive is dealt with, and the pharmacy is answered', async ({ page, browser }) => {
  const doctor = await staffByApi('doctor@salal.example');
  const patient = await patientByApi('patient@salal.example', '6045550110');
  await signInStaff(page, demoAccount('office@salal.example'));
  await page.goto('/fax-desk');
  await expect(page.getByRole('heading', { level: 1, name: 'Fax desk' })).toBeVisible();
  await expect(page.getByText('No faxes yet')).toBeVisible();
  await checkScreen(page, 'fax-desk-empty');

  // It appears by itself.
  await faxedByApi(patient, doctor, /0101$/);
  const table = page.getByRole('table', { name: 'Faxes' });
  const row = table.getByRole('row').nth(1);
  await expect(row).toContainText('Failed', { timeout: 60_000 });
  await expect(row).toContainText('The fax line was busy.');
  await expect(page.getByRole('button', { name: /^Needs attention\s*1/ })).toBeVisible();
  await checkScreen(page, 'fax-desk', 'dark');
  await checkNarrowScreen(page, 'fax-desk');
  // A key that is pressed while the rows become a table again goes to none of them.
  await expect(table.getByRole('columnheader', { name: 'Recipient' })).toBeVisible();

  await page.keyboard.press('j');
  await page.keyboard.press('o');
  const pane = page.getByRole('region', { name: 'Open fax' });
  await expect(pane.getByText('1 by the clinic · 0 of 2 by the patient')).toBeVisible();
  await checkScreen(page, 'fax-desk-open', 'dark');
  await checkNarrowScreen(page, 'fax-desk-open');

  await pane.getByRole('button', { name: 'Show what was sent' }).click();
  const documentDialog = page.getByRole('dialog', { name: /as it was sent/ });
  await expect(documentDialog.getByRole('img', { name: /Page 1, Fax cover/ })).toBeVisible();
  await expect(documentDialog.getByRole('img', { name: /Page 2, Prescription/ })).toBeVisible();
  await checkScreen(page, 'fax-desk-paper');
  await page.keyboard.press('Escape');

  await page.keyboard.press('f');
  const again = page.getByRole('dialog', { name: /^Send P-\d+ again/ });
  await checkScreen(page, 'fax-desk-again');
  await again.getByRole('button', { name: 'Send again' }).click();
  await expect(pane.getByRole('heading', { name: /copy 2/ })).toBeVisible();
  await expect(pane.getByText('2 by the clinic · 0 of 2 by the patient')).toBeVisible();
  await expect(pane.getByText('The fax line was busy.').first()).toBeVisible({ timeout: 60_000 });
  expect((await outbox('fax', '')).length).toBeGreaterThanOrEqual(2);

  await pane.getByRole('button', { name: 'Confirm by telephone' }).click();
  const confirm = page.getByRole('dialog', { name: /^Confirm that P-\d+ arrived/ });
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect(confirm.getByText('Please write down what was said.')).toBeVisible();
  await confirm.getByLabel('Who confirmed it, and what they said').fill('The pharmacist has both pages.');
  await checkScreen(page, 'fax-desk-confirm');
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect(pane.getByText('Confirmed by telephone').first()).toBeVisible();
  await expect(pane.getByText('The pharmacist has both pages.')).toBeVisible();

  await pane.getByRole('button', { name: 'Add a note' }).click();
  await pane.getByLabel('What was said').fill('Asks whether the dose is once a day.');
  await pane.getByLabel('Needs a doctor’s attention').check();
  await pane.getByRole('button', { name: 'Add note' }).click();
  await expect(pane.getByText('Flagged for a doctor')).toBeVisible();
  await checkScreen(page, 'fax-desk-dealt-with');
  await expect(page.getByRole('button', { name: /^Needs attention\s*0/ })).toBeVisible();

  const theirs = await browser.newContext();
  const desk = await theirs.newPage();
  await signInStaff(desk, demoAccount('doctor2@salal.example'));
  await desk.goto('/messaging');
  await expect(desk.getByText(/Pharmacy question: P-\d+/).first()).toBeVisible();
  await theirs.close();
});

test('the clinic is away: what waits is seen, and asked for again', async ({ page }) => {
  const doctor = await staffByApi('doctor@salal.example');
  const patient = await patientByApi('pending@salal.example', '6045550114');
  await failNextCall('clinic', 'down', 1000);
  await faxedByApi(patient, doctor);
  await signInStaff(page, demoAccount('office@salal.example'));
  await page.goto('/clinic-queue');
  await expect(page.getByText('The clinic’s record system does not answer.', { exact: true })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByRole('table', { name: 'Clinic queue' })).toContainText('Add an encounter note');
  await checkScreen(page, 'clinic-queue', 'dark');
  await checkNarrowScreen(page, 'clinic-queue');
  await page
    .getByRole('button', { name: /^Give up/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Give up' });
  await dialog.getByRole('button', { name: 'Give up' }).click();
  await expect(dialog.getByText('Please choose a reason.')).toBeVisible();
  await checkScreen(page, 'clinic-queue-give-up');
  await dialog.getByRole('button', { name: 'Keep trying' }).click();
  await fetch(`${currentInstance().sandboxUrl}/faults`, { method: 'DELETE' });
  await page.getByRole('button', { name: 'Ask now' }).click();
  // One asks for all; what waited meanwhile follows within the minute.
  await expect(page.getByText('Nothing waiting')).toBeVisible({ timeout: 150_000 });
  await checkScreen(page, 'clinic-queue-empty');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('table', { name: 'Clinic queue' })).toContainText('Add an encounter note');
  await checkScreen(page, 'clinic-queue-done');
});
