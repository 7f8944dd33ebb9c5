// SPDX-License-Identifier: AGPL-3.0-or-later

// What stands on a label finds its drug with the strength chosen; a medication that is asked for already
// is asked for again only with words, which the doctor reads on the line.
import type { Page } from '@playwright/test';
import { signIn, signInStaff } from './steps/account';
import { medicationLine, openFromInbox } from './steps/doctor';
import {
  giveAgreement,
  basket,
  confirmPaid,
  payByCard,
  payNow,
  confirmRequested,
  startRequest,
} from './steps/patient';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

/** Types a label, takes the first name found, and finds the strength chosen. */
async function addFromLabel(page: Page, name?: string): Promise<void> {
  const search = page.getByLabel('Add another medication', { exact: true });
  await search.fill('metformin hcl 500mg tab');
  const found = page.getByRole('option').first();
  await expect(found).toContainText('METFORMIN', { ignoreCase: true });
  if (name !== undefined) await checkScreen(page, `${name}-label`);
  await found.click();
  await expect(page.getByRole('radio', { name: /^500/ }).first()).toBeChecked();
  if (name !== undefined) await checkScreen(page, `${name}-preselected`);
  await page.getByLabel('Quantity').selectOption('One');
  await page.getByLabel('Frequency').selectOption('Twice a day');
  await page.getByLabel('Duration').selectOption('3 months');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(basket(page).getByRole('listitem').filter({ hasText: 'METFORMIN' })).toBeVisible();
}

test('a medication is asked for again with words', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto('/login');
  await signIn(page, demoAccount('pending@salal.example'), '6045550114');
  await startRequest(page);
  await addFromLabel(page, 'again');
  await giveAgreement(page);
  const first = await confirmRequested(page);

  await startRequest(page);
  await addFromLabel(page);
  await page.getByRole('button', { name: 'Confirm Medication Request' }).click();
  await expect(basket(page)).toContainText(`is already in your request ${first}`);
  const words = page.getByLabel(/^I need it again because/);
  await expect(words).toBeVisible();
  await checkScreen(page, 'again-held', 'dark');
  // Without words it goes no further.
  await page.getByRole('button', { name: 'Confirm Medication Request' }).click();
  await expect(page.getByRole('heading', { name: /Please correct errors? below/ })).toBeVisible();
  await words.fill('I lost the bottle on a trip.');
  await giveAgreement(page);
  const second = await confirmRequested(page);
  expect(second).not.toBe(first);
  await payNow(page);
  await payByCard(page, '4242424242424242');
  await confirmPaid(page);

  const doctor = await (await browser.newContext()).newPage();
  await signInStaff(doctor, demoAccount('doctor@salal.example'));
  await openFromInbox(doctor, 'Rosalind Mbeki-Strand');
  await expect(medicationLine(doctor, second, 'METFORMIN')).toContainText('I lost the bottle on a trip.');
  await expect(medicationLine(doctor, second, 'METFORMIN')).toContainText(first);
  await checkScreen(doctor, 'again-doctor');
});
