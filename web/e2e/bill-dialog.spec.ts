// SPDX-License-Identifier: AGPL-3.0-or-later

// A doctor bills a visit from the review: the diagnosis is searched, the code follows the patient's age,
// the class remembers the diagnosis, and a second bill of the same visit is refused.
import type { Page } from '@playwright/test';
import { signInStaff } from './steps/account';
import { patientByApi, callApi } from './steps/byApi';
import { type PaidRequest, PATIENTS_WHO_MAY_REQUEST, requestByApi } from './steps/queue';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

test.describe.configure({ mode: 'serial' });

let request: PaidRequest;
let person: string;

async function openPatient(page: Page, who: string): Promise<void> {
  await signInStaff(page, demoAccount(who));
  await page.goto(`/patient/${person}?section=prescriptions`);
  await expect(page.getByText(request.label).first()).toBeVisible();
}

const bill = (page: Page, way: 'phone' | 'msg') =>
  page.getByRole('button', { name: `Bill ${way} for ${request.label}` });

/** Yesterday by the clinic's clock. */
const YESTERDAY = new Date(Date.now() - 86_400_000).toLocaleDateString('en-CA', {
  timeZone: 'America/Vancouver',
});

async function typeTimes(page: Page, start: string, end: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Date').fill(YESTERDAY);
  await dialog.getByLabel('Start time').fill(start);
  await dialog.getByLabel('End time').fill(end);
}

test.beforeAll(async () => {
  const [first] = PATIENTS_WHO_MAY_REQUEST;
  const patient = await patientByApi(first.email, first.cell);
  await callApi(patient, 'POST', '/tele-plan/eligibility', { personId: patient.person });
  request = await requestByApi(patient, ['METFORMIN', 'RAMIPRIL']);
  person = patient.person;
});

test('a visit is billed, and the class remembers its diagnosis', async ({ page }) => {
  await openPatient(page, 'doctor@salal.example');
  await bill(page, 'phone').click();
  const dialog = page.getByRole('dialog', { name: 'Bill phone' });
  const diagnosis = dialog.getByRole('combobox', { name: /^Diagnosis/ });
  await expect(diagnosis).toBeFocused();
  // The code of the patient's age stands there already.
  await expect(dialog.getByLabel('Service code')).not.toHaveValue('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('link', { name: 'Please choose a diagnosis.' })).toBeVisible();
  await checkScreen(page, 'bill-dialog-faults');
  await diagnosis.fill('diab');
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await checkScreen(page, 'bill-dialog-search', 'dark');
  await diagnosis.press('ArrowDown');
  await diagnosis.press('Enter');
  await expect(diagnosis).toHaveValue(/^\d/);
  await typeTimes(page, '10:00', '10:12');
  await checkScreen(page, 'bill-dialog', 'dark');
  await page.keyboard.press('Enter');
  const apply = page.getByRole('dialog', { name: 'Apply the diagnosis code' });
  await expect(apply).toContainText('METFORMIN', { ignoreCase: true });
  await checkScreen(page, 'bill-dialog-apply');
  await apply.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Save diagnosis code successfully')).toBeVisible();
});

test('the same visit is not billed twice', async ({ page }) => {
  await openPatient(page, 'doctor@salal.example');
  await bill(page, 'phone').click();
  const dialog = page.getByRole('dialog', { name: 'Bill phone' });
  await expect(dialog.getByText(/^Saved for class/)).toBeVisible();
  await typeTimes(page, '10:00', '10:12');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Bill already exists')).toBeVisible();
  await checkScreen(page, 'bill-dialog-exists', 'dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await checkScreen(page, 'bill-dialog-narrow');
});
