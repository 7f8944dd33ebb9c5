// SPDX-License-Identifier: AGPL-3.0-or-later

// A medication that runs out soon is offered on the dashboard, and renewed in one page, with what
// changes marked; a request that was begun is not thrown away for it.
import { signIn, signInStaff } from './steps/account';
import {
  acknowledge,
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
} from './steps/patient';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

const AMLODIPINE: RequestedDrug = {
  typed: 'amlod',
  name: 'AMLODIPINE',
  strength: /^5/,
  frequency: 'Once a day',
  duration: '1 week',
};
const METFORMIN: RequestedDrug = {
  typed: 'metform',
  name: 'METFORMIN',
  strength: /500/,
  frequency: 'Twice a day',
};

test('what runs out is renewed in one page', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto('/login');
  await signIn(page, demoAccount('pending@salal.example'), '6045550114');
  await startRequest(page);
  await addMedication(page, AMLODIPINE);
  await giveAgreement(page);
  const label = await confirmRequested(page);
  await payNow(page);
  await payByCard(page, '4242424242424242');
  await confirmPaid(page);

  const doctor = await (await browser.newContext()).newPage();
  await signInStaff(doctor, demoAccount('doctor@salal.example'));
  await openFromInbox(doctor, 'Rosalind Mbeki-Strand');
  await acknowledge(doctor, label);
  await medicationLine(doctor, label, 'AMLODIPINE')
    .getByRole('button', { name: /^Approve/ })
    .click();
  const dialog = await openDocument(doctor, label);
  await signDocument(doctor, dialog);
  await faxDocument(doctor, dialog);

  // A request is begun, and stays.
  await startRequest(page);
  await addMedication(page, METFORMIN);
  await page.goto('/dashboard');
  const ready = page.getByRole('region', { name: 'Ready to renew' });
  await expect(ready).toContainText('AMLODIPINE', { ignoreCase: true });
  await expect(ready).toContainText('Runs out about');
  await checkScreen(page, 'dashboard-renew', 'dark');
  await ready.getByRole('link', { name: `Renew, from ${label}` }).click();
  const unfinished = page.getByRole('dialog', { name: 'You have an unfinished request' });
  await expect(unfinished).toContainText('METFORMIN', { ignoreCase: true });
  await checkScreen(page, 'renew-unfinished');
  await unfinished.getByRole('button', { name: 'Start this renewal instead' }).click();

  await expect(page.getByText('Nothing changed since your last prescription.')).toBeVisible();
  await page.getByRole('button', { name: /^Change Amlodipine/i }).click();
  await page.getByLabel('Duration').selectOption('1 month');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('1 usage changed.')).toBeVisible();
  await checkScreen(page, 'renew-changed', 'dark');
  await page.reload();
  await expect(page.getByText('1 usage changed.')).toBeVisible();

  await page.getByRole('button', { name: 'Confirm Medication Request' }).click();
  await expect(
    page.getByRole('link', { name: 'Please check your medical information first.' }),
  ).toBeVisible();
  await page.getByLabel('My medical information is still correct.').check();
  await giveAgreement(page);
  expect(await confirmRequested(page)).not.toBe(label);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Pay Now').first()).toBeVisible();
  await expect(ready).toHaveCount(0);
});
