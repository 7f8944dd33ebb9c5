// SPDX-License-Identifier: AGPL-3.0-or-later

// Sleep orders and laboratory results as the staff work on them: the form and its fax, a refund that is
// taken back, a status; a result from the laboratory's file to the doctor's acknowledgement, its
// correction, and a report that has no patient.
import type { Page } from '@playwright/test';
import { signInStaff } from './steps/account';
import { type Caller, patientByApi, callApi } from './steps/byApi';
import { importLabs, labMessage } from './steps/labs';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { outbox } from './support/outbox';
import { expect, test } from './support/test';

test.use({ settings: { SALAL_JOBS__UNDO_SECONDS: '20' } });
test.describe.configure({ mode: 'serial' });

const PATIENT = { email: 'patient@salal.example', cell: '6045550110' };
const FAX = '2505550123';

const LIPIDS = 'OBR|1||E-1001|LIP^Lipids^L|||20251118081000-0800';
const LDL = 'OBX|1|NM|LDL^LDL cholesterol^L||3.7|mmol/L|<3.5|H|||F';
const HDL = 'OBX|2|NM|HDL^HDL cholesterol^L||1.3|mmol/L|>1.0||||F';

interface Named {
  readonly _id: string;
  readonly name: string;
}

/** An order that is paid and whose first fax is delivered. */
async function ordered(patient: Caller): Promise<string> {
  const answers = {
    height: 171.5,
    weight: 88,
    gainWeight: true,
    depression: false,
    diabetes: false,
    heartDisease: false,
    atrialFibrillation: false,
    cognitionDeteriorating: false,
    snore: true,
    asleepBreathPause: true,
    asleepChoke: false,
    bloodPressureMedication: false,
    bloodPressures: [{ systolic: 128, diastolic: 82, measureDate: '2024-02-29T18:12' }],
  };
  const info = await callApi<Named>(patient, 'POST', '/sleep-info', answers);
  const clinics = await callApi<Named[]>(patient, 'GET', '/sleep-clinic');
  const clinic = clinics.find(({ name }) => name === 'Coastal Sleep Nanaimo');
  const made = await callApi<{ _id: string; label: string }>(patient, 'POST', '/sleep-assessment', {
    sleepInfoObj: info._id,
    sleepClinicObj: clinic?._id,
  });
  const pay = { id: made._id, amount: 20, stripeTokenId: 'tok_visa' };
  await callApi(patient, 'PUT', '/sleep-assessment/set-pay', pay);
  return made.label;
}

async function openPatient(page: Page, person: string, section: string): Promise<void> {
  await page.goto(`/patient/${person}?section=${section}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Maren Holloway' })).toBeVisible();
}

let patient: Caller;
let label = '';

test('the form is faxed again, a refund is taken back and then made', async ({ page }) => {
  patient = await patientByApi(PATIENT.email, PATIENT.cell);
  await signInStaff(page, demoAccount('office@salal.example'));
  await openPatient(page, patient.person, 'sleep');
  await expect(page.getByText('No pending sleep assessment for this patient.')).toBeVisible();
  await checkScreen(page, 'staff-sleep-none');
  label = await ordered(patient);
  const order = page.getByRole('article', { name: label });
  // Live: nobody pressed anything.
  await expect(order).toContainText('Fax delivered', { timeout: 60_000 });
  await expect(order).toContainText('Faxed');
  await checkScreen(page, 'staff-sleep', 'dark', 'narrow');

  await order.getByRole('button', { name: `Sleep Assessment ${label}` }).click();
  const dialog = page.getByRole('dialog', { name: /^Sleep Assessment/ });
  await expect(dialog.getByRole('img', { name: 'Page 1, Sleep assessment' })).toBeVisible();
  await expect(dialog).toContainText('250-555-0123');
  await checkScreen(page, 'staff-sleep-dialog', 'dark', 'narrow');
  const before = (await outbox('fax', FAX)).length;
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Queue sleep assessment fax success.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: `Undo Fax of ${label} to Coastal Sleep Nanaimo` }).click();
  await expect(page.getByText('undone.')).toBeVisible();
  expect((await outbox('fax', FAX)).length).toBe(before);

  await order.getByRole('button', { name: `Sleep Assessment ${label}` }).click();
  await dialog.getByRole('button', { name: 'Refund $20.00' }).click();
  const question = page.getByRole('dialog', { name: `Refund ${label}` });
  await expect(question).toContainText('You are about to refund the sleep assessment, are you sure?');
  await checkScreen(page, 'staff-sleep-refund');
  await question.getByRole('button', { name: 'Refund $20.00' }).click();
  await expect(order).toContainText('Refund requested. Confirmation will appear here.');
  await expect(order).toContainText('Refunded $20.00', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Sleep Information', exact: true }).click();
  await expect(page.getByText('128/82 mmHg')).toBeVisible();
  await checkScreen(page, 'staff-sleep-info');
});

test('a result goes from the file to the acknowledgement, and its correction is read again', async ({
  page,
}) => {
  expect(await importLabs(labMessage([LIPIDS, LDL, HDL]))).toContain('1 new');
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Inbox/ })
    .click();
  await expect(page.getByText('Lab result: Lipids').first()).toBeVisible();
  await openPatient(page, patient.person, 'labtest');
  const result = page.getByRole('article', { name: 'Lipids' });
  const ldl = result.getByRole('row', { name: /LDL cholesterol/ });
  await expect(ldl).toContainText('3.7 mmol/L');
  await expect(ldl).toContainText('High');
  await checkScreen(page, 'staff-lab', 'dark');
  await result.getByRole('button', { name: 'Acknowledge Lipids' }).press('Enter');
  await expect(result).toContainText(/Acknowledged .* by /);

  const corrected = LDL.replace('3.7', '3.1').replace('|H|||F', '||||C');
  expect(await importLabs(labMessage([LIPIDS, corrected]))).toContain('1 later');
  await page.reload();
  await expect(ldl).toContainText('3.1 mmol/L');
  await expect(result).toContainText('Corrected by the lab');
  await result.getByRole('button', { name: /^Version 1 of / }).click();
  await expect(result.getByRole('table', { name: 'Results of version 1' })).toContainText('3.7 mmol/L');
  await checkScreen(page, 'staff-lab-corrected', 'dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await checkScreen(page, 'staff-lab-narrow');
});

test('a report without a patient waits until a doctor files it', async ({ page }) => {
  const born = 'PID|1||9900000305^^^BC^JHN||HOLLOWAY^MARIN||19860412|F';
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await page.goto('/lab-exceptions');
  await expect(page.getByText('All lab reports are matched to a patient.')).toBeVisible();
  await checkScreen(page, 'lab-exceptions-none');
  const order = LIPIDS.replace('E-1001', 'E-1002');
  expect(await importLabs(labMessage([order, LDL], born))).toContain('1 without a patient');
  await page.reload();
  await expect(
    page.getByText('The patient with this health number has another date of birth.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Lipids' }).click();
  await checkScreen(page, 'lab-exceptions', 'dark', 'narrow');
  await page.getByRole('button', { name: /^File to a patient/ }).click();
  const dialog = page.getByRole('dialog', { name: 'File to a patient' });
  await dialog.getByRole('radio', { name: /^Maren Holloway/ }).check();
  await checkScreen(page, 'lab-exceptions-file');
  await dialog.getByRole('button', { name: 'File to Maren Holloway' }).click();
  await expect(page.getByText('The report was filed to the patient.')).toBeVisible();
  await expect(page.getByText('All lab reports are matched to a patient.')).toBeVisible();
  await openPatient(page, patient.person, 'labtest');
  await expect(page.getByText(/The report names the patient “MARIN HOLLOWAY”/)).toBeVisible();
});
