// SPDX-License-Identifier: AGPL-3.0-or-later

// Where the journey leaves its straight way: another way to pay, turning round, a card that is refused,
// two doctors at once, a locked account, a pharmacy whose fax line is busy.
import type { Page } from '@playwright/test';
import { signIn, signInStaff } from './steps/account';
import {
  acknowledge,
  prescriptionCard,
  faxDocument,
  medicationLine,
  openFromInbox,
  openDocument,
  signDocument,
} from './steps/doctor';
import {
  addMedication,
  giveAgreement,
  confirmPaid,
  payByCard,
  payNow,
  confirmRequested,
  startRequest,
  type RequestedDrug,
  expectRequestPage,
} from './steps/patient';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { outbox } from './support/outbox';
import { expect, test } from './support/test';

const ATORVASTATIN: RequestedDrug = {
  typed: 'atorv',
  name: 'ATORVASTATIN',
  strength: /^20/,
  frequency: 'Once a day',
};
const RAMIPRIL: RequestedDrug = { typed: 'ramip', name: 'RAMIPRIL', strength: /^5/, frequency: 'Once a day' };
const BUSY_FAX = '7785550101';

/** A demo patient, signed in. */
async function arrive(page: Page, email: string, cell: string): Promise<void> {
  await page.goto('/login');
  await signIn(page, demoAccount(email), cell);
}

async function ask(page: Page, wishes: readonly RequestedDrug[]): Promise<string> {
  await startRequest(page);
  for (const wish of wishes) await addMedication(page, wish);
  await giveAgreement(page);
  return confirmRequested(page);
}

test('a refused card, then the wallet; a second request is cancelled', async ({ page }) => {
  await arrive(page, 'patient@salal.example', '6045550110');
  const label = await ask(page, [ATORVASTATIN]);
  await payNow(page);
  await payByCard(page, '4000000000000002');
  await expect(page.getByRole('alert').filter({ hasText: /declined/i })).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await checkScreen(page, 'payment-declined');

  await page.getByRole('button', { name: 'Pay with wallet' }).click();
  await page.waitForURL(/\/paypal\/approve\//);
  await page.locator('button[value="approve"]').click();
  await confirmPaid(page, 'wallet-success');
  await expectRequestPage(page, label);
  // Back, over the wallet's page, to where it was paid: that it is paid was said once.
  await page.goBack();
  await page.waitForURL(/\/paypal\//);
  await page.goBack();
  await expectRequestPage(page, label);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const second = await ask(page, [RAMIPRIL]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  await expectRequestPage(page, second);
  await expect(page.getByRole('link', { name: 'Pay Now' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel request' }).click();
  const sure = page.getByRole('dialog', { name: `Cancel prescription ${second}` });
  await expect(sure).toContainText('Are you sure you want to cancel this prescription?');
  await checkScreen(page, 'cancel');
  await sure.getByRole('button', { name: 'Yes, I am sure' }).click();
  await expect(sure).toHaveCount(0);
  await expect(page.getByText('Canceled').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pay Now' })).toBeHidden();
});

test('two doctors at once, and a pharmacy whose line is busy', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await arrive(page, 'many@salal.example', '6045550120');
  await startRequest(page);
  await addMedication(page, RAMIPRIL);
  await page.getByRole('button', { name: 'Change pharmacy' }).click();
  await page.getByLabel('Pharmacy', { exact: true }).fill('busy line');
  await page.getByRole('option', { name: /Busy Line Pharmacy/ }).click();
  await giveAgreement(page);
  const label = await confirmRequested(page);
  await payNow(page);
  await payByCard(page, '4242424242424242');
  await confirmPaid(page);

  const one = await (await browser.newContext()).newPage();
  await signInStaff(one, demoAccount('doctor@salal.example'));
  await openFromInbox(one, 'Eudora Winterbourne');
  await acknowledge(one, label);
  const address = one.url();

  const two = await (await browser.newContext()).newPage();
  await signInStaff(two, demoAccount('doctor2@salal.example'));
  // The second doctor's window hears of nothing: as with a connection that just broke.
  await two.route('**/api/events**', (route) => route.abort());
  await two.goto(address);
  await expect(medicationLine(two, label, 'RAMIPRIL')).toBeVisible();

  await medicationLine(one, label, 'RAMIPRIL')
    .getByRole('button', { name: /^Approve/ })
    .click();
  await expect(medicationLine(one, label, 'RAMIPRIL')).toContainText('Approved');
  await medicationLine(two, label, 'RAMIPRIL')
    .getByRole('button', { name: /^Reject/ })
    .click();
  await two.getByRole('button', { name: 'Reject without a reason' }).click();
  const conflict = two.getByRole('dialog', { name: `${label} was changed by someone else` });
  await expect(conflict).toBeVisible();
  await expect(conflict).toContainText('Approved');
  await expect(conflict).toContainText('Rejected');
  await checkScreen(two, 'conflict', 'dark');
  await conflict.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(medicationLine(two, label, 'RAMIPRIL')).toContainText('Approved');

  const dialog = await openDocument(one, label);
  await signDocument(one, dialog);
  await faxDocument(one, dialog);
  await expect(prescriptionCard(one, label)).toContainText('Fax not delivered to Busy Line Pharmacy', {
    timeout: 60_000,
  });
  await expect(prescriptionCard(one, label)).toContainText(/busy/i);
  await checkScreen(one, 'fax-failed');
  // The patient is told as well: the status stays, the step is not done.
  await expect(page.getByText('Fax failed', { exact: true })).toBeVisible();
  await expect(page.locator('strong', { hasText: /^The fax did not go through\.$/ })).toBeVisible();
  await checkScreen(page, 'fax-failed-detail', 'dark');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: /^The fax did not go through/ })).toBeVisible();
  await checkScreen(page, 'fax-failed-dashboard');
  const again = await openDocument(one, label);
  await expect(again.getByRole('button', { name: /^Re-Fax/ })).toBeVisible();
  await checkScreen(one, 'refax');
  const before = (await outbox('fax', BUSY_FAX)).length;
  await faxDocument(one, again);
  await expect
    .poll(async () => (await outbox('fax', BUSY_FAX)).length, { timeout: 30_000 })
    .toBeGreaterThan(before);
});

test('five wrong passwords lock the account, with a countdown', async ({ page }) => {
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  await page.getByLabel('Email', { exact: true }).fill('unproved@salal.example');
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await page.getByLabel('Password', { exact: true }).fill(`Wrong2026word${attempt}`);
    const answer = page.waitForResponse('**/api/user/authenticate');
    await button.click();
    await answer;
  }
  await page.getByLabel('Password', { exact: true }).fill('Wrong2026again');
  if (!(await page.getByText(/^Try again in/).isVisible())) await button.click();
  await expect(page.getByText('You have failed too many login attempts.')).toBeVisible();
  await expect(page.getByText(/^Try again in [45]:\d\d$/)).toBeVisible();
  await checkScreen(page, 'lockout');
});
