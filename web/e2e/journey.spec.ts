// SPDX-License-Identifier: AGPL-3.0-or-later

// The journey the product exists for, once from end to end: a new patient asks for two renewals, a
// doctor approves one and refuses the other, the pharmacy gets the fax and the patient the money back.
// Every screen passed is looked at, at the width of the project.
import { readFileSync } from 'node:fs';
import { rejectByFigure } from './steps/morning';
import { healthNumber, type NewPatient, register, signIn, signInStaff } from './steps/account';
import { openCard } from './steps/cards';
import {
  acknowledge,
  prescriptionCard,
  editFrequency,
  faxDocument,
  medicationLine,
  openFromInbox,
  openDocument,
  signDocument,
  chooseView,
} from './steps/doctor';
import {
  addMedication,
  giveAgreement,
  basket,
  enterMedicalInformation,
  confirmPaid,
  payByCard,
  payNow,
  confirmRequested,
  startRequest,
  verifyPhone,
  expectRequestPage,
} from './steps/patient';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { ledger, outbox } from './support/outbox';
import { expect, test } from './support/test';

const METFORMIN = { typed: 'metform', name: 'METFORMIN', strength: /500/, frequency: 'Twice a day' };
const CANDESARTAN = { typed: 'candes', name: 'CANDESARTAN', strength: /^8/, frequency: 'Once a day' };
const ARBUTUS_FAX = '6045550131';

test('a renewal, from registration to the fax, the refund and the receipt', async ({ browser }, info) => {
  const phone = info.project.name === 'phone';
  const patient: NewPatient = {
    first: 'Marguerite',
    last: phone ? 'Desrosiers' : 'Beaulieu',
    email: `marguerite.${info.project.name}@renewal.example`,
    password: 'Larkspur2026walk',
    cell: phone ? '6045550192' : '6045550191',
    healthNumber: healthNumber(phone ? 34_567_890 : 23_456_789),
  };
  const fullName = `${patient.first} ${patient.last}`;
  const theirs = await browser.newContext();
  const page = await theirs.newPage();

  await test.step('registration, confirmation, sign-in', async () => {
    await register(page, patient);
    await signIn(page, patient, patient.cell, 'patient');
  });

  await test.step('medical information', () => enterMedicalInformation(page));

  await test.step('the request, and its draft after a reload', async () => {
    await startRequest(page, 'request');
    const search = page.getByLabel('Add another medication', { exact: true });
    await search.pressSequentially('loraz');
    const crossedOut = page.getByRole('option', { name: /^LORAZEPAM/i }).first();
    await expect(crossedOut).toContainText('Cannot be refilled');
    await expect(crossedOut).toHaveAttribute('aria-disabled', 'true');
    await checkScreen(page, 'request-crossed-out');
    await crossedOut.click({ force: true });
    await expect(search).toBeVisible();
    await addMedication(page, METFORMIN, 'request');
    await addMedication(page, CANDESARTAN);
    await expect(page.getByText('Saving your draft...')).toBeHidden();
    await page.reload();
    await expect(basket(page)).toContainText('METFORMIN', { ignoreCase: true });
    await expect(basket(page)).toContainText('CANDESARTAN', { ignoreCase: true });
    await expect(basket(page)).toContainText('$60.00');
    await checkScreen(page, 'request-basket', 'dark');
  });

  let label = '';
  await test.step('agreement, cell phone, payment by card', async () => {
    await giveAgreement(page, 'request');
    await verifyPhone(page, patient.cell);
    label = await confirmRequested(page);
    await checkScreen(page, 'request-created');
    await payNow(page);
    await payByCard(page, '4242424242424242', 'payment');
    await confirmPaid(page, 'payment-success');
    await expectRequestPage(page, label);
    await expect(page.getByText('Pending').first()).toBeVisible();
    await checkScreen(page, 'detail-pending');
    await page.goto('/dashboard');
    await expect(page.getByRole('list', { name: `Status of ${label}` })).toBeVisible();
    await checkScreen(page, 'dashboard-live', 'dark');
    await page.getByRole('link', { name: 'View', exact: true }).click();
    await expectRequestPage(page, label);
  });

  const office = await browser.newContext();
  const desk = await office.newPage();
  await test.step('the doctor decides', async () => {
    await signInStaff(desk, demoAccount('doctor@salal.example'), 'doctor');
    await checkScreen(desk, 'doctor-dashboard');
    await openFromInbox(desk, fullName, 'doctor');
    await expect(prescriptionCard(desk, label)).toBeVisible();
    await acknowledge(desk, label);
    await checkScreen(desk, 'doctor-patient', 'dark');
    await editFrequency(desk, label, 'METFORMIN', 'Once a day');
    await medicationLine(desk, label, 'METFORMIN')
      .getByRole('button', { name: /^Approve/ })
      .click();
    await expect(medicationLine(desk, label, 'METFORMIN')).toContainText('Approved');
    // The next undecided line has the focus now: its keys answer.
    await expect(medicationLine(desk, label, 'CANDESARTAN')).toBeFocused();
    await desk.keyboard.press('r');
    await rejectByFigure(desk, '1');
    await expect(medicationLine(desk, label, 'CANDESARTAN')).toContainText('Rejected');
    await checkScreen(desk, 'doctor-decided');
    await chooseView(desk, label, 'Requested');
    await expect(prescriptionCard(desk, label)).toContainText('Twice a day');
    await checkScreen(desk, 'doctor-requested');
    await chooseView(desk, label, 'Text');
    await expect(prescriptionCard(desk, label).getByRole('textbox')).toHaveValue(/METFORMIN/i);
    await checkScreen(desk, 'doctor-text');
    await chooseView(desk, label, 'Update');
  });

  await test.step('signature and fax', async () => {
    const dialog = await openDocument(desk, label);
    await checkScreen(desk, 'paper', 'dark');
    await signDocument(desk, dialog);
    await checkScreen(desk, 'paper-signed');
    await faxDocument(desk, dialog);
  });

  await test.step('the patient sees it arrive', async () => {
    await openCard(page, 'Status');
    const arrived = page.getByText('The pharmacy’s fax machine confirmed every page.');
    await expect(arrived).toBeVisible({ timeout: 45_000 });
    await expect(page.getByText('Faxed').first()).toBeVisible();
    await checkScreen(page, 'detail-faxed', 'dark');
    const [dialog] = await outbox('fax', ARBUTUS_FAX);
    expect(dialog?.attachments).toHaveLength(2);
  });

  await test.step('the refused line is paid back', async () => {
    const pay = prescriptionCard(desk, label).getByRole('button', { name: 'Refund $10.00' });
    await pay.click();
    const sure = desk.getByRole('dialog', { name: 'Refund confirmation' });
    await expect(sure).toBeVisible();
    await checkScreen(desk, 'doctor-refund');
    await sure.getByRole('button', { name: 'Refund $10.00' }).click();
    await expect(desk.getByText('Refund prescription payment successful.').first()).toBeVisible();
    await expect
      .poll(async () =>
        (await ledger('stripe')).some((one) => /refund/.test(one.operation) && one.amount === 1000),
      )
      .toBe(true);
  });

  await test.step('receipt, history, e-mails', async () => {
    await page.getByRole('button', { name: 'Invoice' }).click();
    const receipt = page.getByRole('dialog', { name: 'Official Prescription Receipt' });
    await expect(receipt).toContainText('$60.00');
    await expect(receipt).toContainText('$10.00');
    await checkScreen(page, 'receipt', 'dark');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      receipt.getByRole('button', { name: 'Save as PDF' }).click(),
    ]);
    expect(readFileSync(await file.path(), 'latin1').slice(0, 5)).toBe('%PDF-');
    await page.keyboard.press('Escape');
    await page.goto('/prescriptions');
    await expect(page.getByText(label).first()).toBeVisible();
    await checkScreen(page, 'history');
    // Confirmation code, then created, decided, faxed and refunded.
    await expect.poll(async () => (await outbox('email', patient.email)).length).toBeGreaterThanOrEqual(5);
    for (const mail of await outbox('email', patient.email))
      expect(mail.text).not.toMatch(/metformin|candesartan/i);
  });

  await theirs.close();
  await office.close();
});
