// SPDX-License-Identifier: AGPL-3.0-or-later

// A delivered copy is voided and issued again: the dialog with the page that the old pharmacy receives, the
// wait for its confirmation, and the second copy at another pharmacy, without a second fee.
import { signIn, signInStaff } from './steps/account';
import {
  acknowledge,
  prescriptionCard,
  drawSignature,
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
} from './steps/patient';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

const RAMIPRIL = { typed: 'ramip', name: 'RAMIPRIL', strength: /^5/, frequency: 'Once a day' };

test('a copy is voided at its pharmacy and issued to another', async ({ browser }) => {
  const patient = await (await browser.newContext()).newPage();
  await patient.goto('/login');
  await signIn(patient, demoAccount('mismatch@salal.example'), '6045550115');
  await startRequest(patient);
  await addMedication(patient, RAMIPRIL);
  await giveAgreement(patient);
  const label = await confirmRequested(patient);
  await payNow(patient);
  await payByCard(patient, '4242424242424242');
  await confirmPaid(patient);

  const desk = await (await browser.newContext()).newPage();
  await signInStaff(desk, demoAccount('doctor@salal.example'));
  await openFromInbox(desk, 'Lucian Abernethy');
  await acknowledge(desk, label);
  await medicationLine(desk, label, 'RAMIPRIL')
    .getByRole('button', { name: /^Approve/ })
    .click();
  const documentDialog = await openDocument(desk, label);
  await signDocument(desk, documentDialog);
  await faxDocument(desk, documentDialog);
  const here = prescriptionCard(desk, label);
  await expect(here.getByText('Delivered', { exact: true })).toBeVisible({ timeout: 60_000 });

  await here.getByRole('button', { name: 'Void copy 1 and issue again' }).click();
  const dialog = desk.getByRole('dialog', { name: `Void ${label} and issue it again` });
  const red = dialog.getByRole('button', { name: 'Void copy 1 and send the cancellation' });
  await expect(dialog).toContainText('Missing: a reason, your words for the record.');
  await expect(dialog.getByRole('button', { name: 'Keep copy 1' })).toBeFocused();
  await dialog.getByRole('radio', { name: 'The pharmacy cannot fill it' }).check();
  await dialog.getByLabel('Your words for the record').fill('Out of stock until Thursday, patient called');
  await dialog.getByRole('combobox', { name: 'Another pharmacy' }).fill('fernhill');
  await dialog.getByRole('option').first().click();
  await expect(dialog.getByRole('img', { name: /Cancellation/ })).toBeVisible({ timeout: 30_000 });
  await checkScreen(desk, 'void-dialog');
  await desk.setViewportSize({ width: 390, height: 844 });
  await checkScreen(desk, 'void-dialog-390');
  await desk.setViewportSize({ width: 1440, height: 900 });
  await red.click();
  await expect(dialog).toHaveCount(0);
  await expect(here).toContainText(/Copy 1 is (being voided|void)|cancellation is on its way/);
  await expect(here).toContainText('Copy 1 is void.', { timeout: 60_000 });
  await expect(here).toContainText('To be signed');
  await checkScreen(desk, 'void-after');
  await here.getByRole('button', { name: 'See copy 1, void' }).click();
  const voidDialog = desk.getByRole('dialog', { name: `${label}, copy 1, void` });
  await expect(voidDialog.getByRole('img').first()).toBeVisible({ timeout: 30_000 });
  await checkScreen(desk, 'void-sheet');
  await desk.keyboard.press('Escape');

  await patient.goto('/prescriptions');
  await patient.getByRole('link', { name: label }).first().click();
  await expect(patient.getByText('Your pharmacy couldn’t fill it.')).toBeVisible();
  await expect(patient.getByText('Out of stock until Thursday')).toHaveCount(0);
  await checkScreen(patient, 'void-patient');

  await here.getByRole('button', { name: /^Sign and fax copy 2/ }).click();
  const second = desk.getByRole('dialog', { name: new RegExp(`^Prescription ${label}`) });
  await drawSignature(desk, second);
  await second.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(second.getByText(/^Signed by /)).toBeVisible({ timeout: 30_000 });
  await faxDocument(desk, second);
  await expect(here.getByText('Delivered', { exact: true })).toBeVisible({ timeout: 60_000 });
  await checkScreen(desk, 'void-issued-anew');
  await patient.context().close();
  await desk.context().close();
});
