// SPDX-License-Identifier: AGPL-3.0-or-later

// Billing the plan: a visit is billed from the record, sent, refused, mended, sent again and paid.
import type { Page } from '@playwright/test';
import { signInStaff } from './steps/account';
import { patientByApi, callApi, staffByApi } from './steps/byApi';
import { PATIENTS_WHO_MAY_REQUEST, requestByApi } from './steps/queue';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

const sideBar = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

interface Viewed {
  readonly person: { readonly _id: string; readonly DateOfBirth: string };
}

/** A visit of a patient of the demo, with a diagnosis that the sandbox refuses. */
async function visited(): Promise<void> {
  const [first] = PATIENTS_WHO_MAY_REQUEST;
  if (!first) throw new Error('the demo has patients who ask');
  const patient = await patientByApi(first.email, first.cell);
  await callApi(patient, 'POST', '/tele-plan/eligibility', { personId: patient.person });
  const request = await requestByApi(patient, ['METFORMIN']);
  const doctor = await staffByApi('doctor@salal.example');
  const seen = await callApi<Viewed>(doctor, 'GET', `/prescription/${request._id}`);
  const born = new Date(`${seen.person.DateOfBirth}T12:00:00Z`);
  const age = Math.floor((Date.now() - born.getTime()) / 31_557_600_000);
  const code = age >= 80 ? '13837' : age >= 50 ? `13${Math.floor(age / 10)}37` : '13437';
  // A visit is of one day: just after midnight it was before it.
  const [hour = 0, minute = 0] = new Date()
    .toLocaleTimeString('en-CA', { timeZone: 'America/Vancouver', hourCycle: 'h23' })
    .split(':')
    .map(Number);
  const before = hour === 0 && minute < 10 ? minute + 1 : 0;
  const ago = (minutes: number) => new Date(Date.now() - (minutes + before) * 60_000).toISOString();
  await callApi(doctor, 'POST', '/tele-plan/bill', {
    billObj: {
      personId: patient.person,
      prescriptionId: request._id,
      diagnosisCode: '784',
      serviceCode: code,
      serviceStartTime: ago(9),
      serviceEndTime: ago(1),
      billWay: 'phone',
    },
  });
}

test('a bill is sent, comes back, is mended and paid', async ({ page }) => {
  await visited();
  await signInStaff(page, demoAccount('admin@salal.example'));
  await sideBar(page, 'Teleplan File').click();
  await expect(page.getByText('1 bill is waiting to be sent')).toBeVisible();
  await checkScreen(page, 'tele-file-unsent');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('cell', { name: 'Sent', exact: true })).toBeVisible();
  await checkScreen(page, 'tele-file', 'dark', 'narrow');

  await sideBar(page, 'Manage Teleplan').click();
  await expect(page.getByText('No remittance pulled yet')).toBeVisible();
  await page.getByRole('button', { name: 'Pull latest remittance' }).click();
  await expect(page.getByText('Matched with a bill')).toBeVisible();
  await expect(page.getByRole('definition').nth(4)).toHaveText('1');
  await checkScreen(page, 'manage-tele', 'dark', 'narrow');

  await sideBar(page, 'Edit Invoice').click();
  await expect(page.getByText('Rejected')).toBeVisible();
  await checkScreen(page, 'edit-invoice', 'dark', 'narrow');
  await page.getByRole('link', { name: /^View/ }).click();
  await expect(page.getByText('EE: Not insured')).toBeVisible();
  await checkScreen(page, 'invoice', 'narrow');
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Note to MSP').fill('Coverage was confirmed by telephone.');
  await page.getByRole('combobox', { name: /^Diagnosis/ }).fill('hyperten');
  await page.getByRole('option', { name: /^401/ }).click();
  await checkScreen(page, 'invoice-edit', 'dark');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: /^View/ }).click();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Queued to be resubmitted.')).toBeVisible();

  await sideBar(page, 'Teleplan File').click();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('cell', { name: 'Sent', exact: true })).toHaveCount(2);
  await sideBar(page, 'Manage Teleplan').click();
  // By key: the notices of the steps before may lie over it.
  await page.getByRole('button', { name: 'Pull latest remittance' }).press('Enter');
  await sideBar(page, 'Remittance').click();
  await expect(page.getByText('1 of 2')).toBeVisible();
  await checkScreen(page, 'remittance', 'dark', 'narrow');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('2 of 2')).toBeVisible();
  await expect(page.getByText('EE: Not insured')).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV: balance.csv' }).click();
  expect((await saving).suggestedFilename()).toBe('balance.csv');
});

test('diagnosis codes of classes are added, found and deleted', async ({ page }) => {
  await signInStaff(page, demoAccount('admin@salal.example'));
  await sideBar(page, 'Medication ICD').click();
  await expect(page.getByText('No diagnosis code was found')).toBeVisible();
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('link', { name: 'tc_ahfs_number is required.' })).toBeVisible();
  await checkScreen(page, 'medication-icd-faults');
  await page.getByLabel('tc_ahfs_number', { exact: false }).first().fill('24:08.16');
  await page.getByRole('combobox', { name: /^Diagnosis code/ }).fill('hyperten');
  await page.getByRole('option', { name: /^401/ }).click();
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('Save diagnosis code successfully')).toBeVisible();
  await expect(page.getByRole('cell', { name: /^401 High blood pressure/ })).toBeVisible();
  await checkScreen(page, 'medication-icd', 'dark');
  await page.getByRole('button', { name: 'Delete 24:08.16' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No diagnosis code was found')).toBeVisible();
});

test('classes with codes and questions are searched, paged and changed', async ({ page }) => {
  const admin = await staffByApi('admin@salal.example');
  for (const at of [1, 2, 3, 4, 5, 6]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await callApi(admin, 'POST', '/medication-bill/add', {
      tc_ahfs_number: `24:0${at}.16`,
      diagnosisCode: '401',
      question: at === 6 ? 'What was your last blood pressure?' : '',
    });
  }
  await signInStaff(page, demoAccount('admin@salal.example'));
  await sideBar(page, 'Medication ICD').click();
  const rows = page
    .getByRole('table', { name: 'Diagnosis codes' })
    .getByRole('row')
    .filter({
      has: page.getByRole('cell'),
    });
  await expect(rows).toHaveCount(6);
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('5');
  await expect(rows).toHaveCount(5);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('What was your last blood pressure?');
  await page.getByRole('searchbox', { name: 'Search by tc_ahfs_number' }).fill('24:03');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('24:03.16');
  await page.getByRole('button', { name: 'Edit 24:03.16' }).click();
  await page.getByLabel('Question').fill('Do you measure at home?');
  // Meanwhile somebody else asks something too.
  await callApi(admin, 'POST', '/medication-bill', {
    tc_ahfs_number: '24:03.16',
    question: 'How often do you measure?',
  });
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Class 24:03.16 already exists')).toBeVisible();
  await checkScreen(page, 'medication-icd-conflict', 'dark');
  await page.getByRole('button', { name: 'Replace it with mine' }).click();
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(rows).toContainText('Do you measure at home?');
  await page.setViewportSize({ width: 390, height: 844 });
  await checkScreen(page, 'medication-icd-narrow');
});
