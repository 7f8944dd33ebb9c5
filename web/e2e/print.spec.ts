// SPDX-License-Identifier: AGPL-3.0-or-later

// A signed prescription on paper: its pages are drawn for the printer, nothing else of the screen is on
// the sheet, and that it was printed is recorded.
import { readFileSync } from 'node:fs';
import { signIn, signInStaff } from './steps/account';
import {
  acknowledge,
  prescriptionCard,
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
} from './steps/patient';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

const RAMIPRIL = { typed: 'ramip', name: 'RAMIPRIL', strength: /^5/, frequency: 'Once a day' };

test('the doctor prints what was signed', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto('/login');
  await signIn(page, demoAccount('mismatch@salal.example'), '6045550115');
  await startRequest(page);
  await addMedication(page, RAMIPRIL);
  await giveAgreement(page);
  const label = await confirmRequested(page);
  await payNow(page);
  await payByCard(page, '4242424242424242');
  await confirmPaid(page);
  await page.context().close();

  const desk = await (await browser.newContext()).newPage();
  // The browser's own print dialog would stop everything.
  await desk.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset['printing'] = 'yes';
    };
  });
  await signInStaff(desk, demoAccount('doctor@salal.example'));
  await openFromInbox(desk, 'Lucian Abernethy');
  await acknowledge(desk, label);
  await medicationLine(desk, label, 'RAMIPRIL')
    .getByRole('button', { name: /^Approve/ })
    .click();
  const dialog = await openDocument(desk, label);
  const print = dialog.getByRole('button', { name: 'Print', exact: true });
  await expect(print).toHaveAttribute('aria-disabled', 'true');
  await expect(dialog).toContainText('Sign first to print.');
  await signDocument(desk, dialog);
  await expect(print).not.toHaveAttribute('aria-disabled', 'true');

  const recorded = desk.waitForResponse('**/api/prescription/print');
  await print.click();
  const one = desk.getByRole('dialog', { name: `Print ${label}` });
  await expect(one).toContainText('the one valid copy');
  await one.getByRole('button', { name: 'Print the one copy' }).click();
  const answer: { printed: { at: string } | null; signature: { signedAt: string } } = await (
    await recorded
  ).json();
  expect(answer.printed).not.toBeNull();
  await expect(desk.locator('html')).toHaveAttribute('data-printing', 'yes', { timeout: 30_000 });

  // What the printer gets.
  await desk.emulateMedia({ media: 'print' });
  const sheets = desk.locator('body > .salal-print canvas');
  await expect(sheets).toHaveCount(1);
  await expect(sheets.first()).toBeVisible();
  await expect(dialog).toBeHidden();
  const picture = test.info().outputPath('sheet.png');
  await desk.screenshot({ path: picture, fullPage: true });
  expect(readFileSync(picture).length, 'the sheet is not empty').toBeGreaterThan(20_000);
  await desk.emulateMedia({ media: 'screen' });
  await desk.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(sheets).toHaveCount(0);

  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(prescriptionCard(desk, label)).toContainText(/Printed .* by Imogen Castellan\./);
  await checkScreen(desk, 'printed');
  await desk.context().close();
});
