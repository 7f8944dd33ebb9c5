// SPDX-License-Identifier: AGPL-3.0-or-later

// What a doctor sees when deciding, and what the keys do: past prescriptions beside the line, `u` and `p`
// wherever the focus went, a key that does nothing says why, the focus never falls to the page, and a
// rejected line tells the patient why and what to do.
import type { Page } from '@playwright/test';
import { signIn, signInStaff } from './steps/account';
import { faxedByApi, patientByApi, staffByApi } from './steps/byApi';
import { prescriptionCard, drawSignature, medicationLine } from './steps/doctor';
import { rejectByFigure } from './steps/morning';
import { PATIENTS_WHO_MAY_REQUEST, requestByApi } from './steps/queue';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

const DOCTOR = 'doctor@salal.example';
const [WHO] = PATIENTS_WHO_MAY_REQUEST;
test.describe.configure({ timeout: 300_000 });

const focused = (page: Page) => page.locator(':focus');

test('a doctor decides with everything beside the line, and the patient reads why', async ({
  page,
  browser,
}) => {
  const patient = await patientByApi(WHO.email, WHO.cell);
  await faxedByApi(patient, await staffByApi(DOCTOR));
  const first = await requestByApi(patient, ['METFORMIN', 'RAMIPRIL']);
  const second = await requestByApi(patient, ['CANDESARTAN']);

  await test.step('the queue names the drugs', async () => {
    await signInStaff(page, demoAccount(DOCTOR));
    await page.goto('/queue');
    const row = page.getByRole('row').filter({ hasText: first.label });
    await expect(row).toContainText(/metformin.*\+1/i);
    await checkScreen(page, 'beside-queue', 'dark', 'narrow');
    await row.getByRole('link').click();
    await expect(prescriptionCard(page, first.label)).toBeVisible();
  });

  const beside = page.getByRole('region', { name: 'Beside the line' });
  await test.step('what stands beside follows the line', async () => {
    await expect(beside.getByRole('heading', { name: 'Past prescriptions' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Pending Prescriptions 2/ })).toBeVisible();
    await page.keyboard.press('a');
    await expect(page.getByText('No line is in focus. Press j to go to the first one.')).toBeVisible();
    await page.keyboard.press('j');
    await expect(medicationLine(page, first.label, 'METFORMIN')).toBeFocused();
    await checkScreen(page, 'beside', 'dark', 'narrow');
    await page.keyboard.press('b');
    await expect(beside).toBeHidden();
    await page.keyboard.press('b');
    await expect(beside).toBeVisible();
    await page.keyboard.press('n');
    await expect(page.getByRole('textbox', { name: 'New note' })).toBeFocused();
    await page
      .getByRole('region', { name: 'Notes', exact: true })
      .getByRole('button', { name: 'Close' })
      .click();
  });

  await test.step('r asks why; u takes back wherever the focus went', async () => {
    await page.keyboard.press('[');
    await page.keyboard.press('[');
    await page.keyboard.press('r');
    await expect(page.getByRole('dialog', { name: /^Reject / })).toBeVisible();
    await checkScreen(page, 'beside-reason', 'dark', 'narrow');
    await rejectByFigure(page, '1');
    await expect(medicationLine(page, first.label, 'METFORMIN')).toContainText('Rejected');
    const ramipril = medicationLine(page, first.label, 'RAMIPRIL');
    await expect(ramipril).toBeFocused();
    const undecided = await ramipril.boundingBox();
    await page.keyboard.press('a');
    await expect(medicationLine(page, second.label, 'CANDESARTAN')).toBeFocused();
    // What lies below stays where it was.
    await expect(ramipril).toContainText('Approved');
    expect((await ramipril.boundingBox())?.height).toBe(undecided?.height);
    await page.keyboard.press('u');
    await expect(medicationLine(page, first.label, 'RAMIPRIL')).toBeFocused();
    await expect(medicationLine(page, first.label, 'RAMIPRIL')).not.toContainText('Approved');
    await page.keyboard.press('a');
    await expect(medicationLine(page, second.label, 'CANDESARTAN')).toBeFocused();
  });

  await test.step('p opens what was just completed; sign and fax leave the focus in the work', async () => {
    await page.keyboard.press('p');
    const dialog = page.getByRole('dialog', { name: new RegExp(`^Prescription ${first.label}`) });
    await expect(dialog.getByRole('img', { name: 'Page 2, Prescription' })).toBeVisible({ timeout: 30_000 });
    await drawSignature(page, dialog);
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(dialog.getByText(/^Signed by /)).toBeFocused({ timeout: 30_000 });
    await expect(dialog).not.toContainText('NOT SIGNED', { timeout: 30_000 });
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(dialog).toHaveCount(0);
    await expect(medicationLine(page, second.label, 'CANDESARTAN')).toBeFocused();
    await expect(prescriptionCard(page, first.label)).toContainText(/\d of \d faxed/, { timeout: 60_000 });
    await expect(focused(page)).toHaveAttribute('data-line');
    await page.keyboard.press('k');
    await page.keyboard.press('e');
    await expect(page.getByText(/was faxed and cannot be changed|is the first line/).first()).toBeVisible();
  });

  await test.step('the patient reads why and what to do', async () => {
    const context = await browser.newContext();
    const own = await context.newPage();
    await own.goto('/login');
    await signIn(own, demoAccount(WHO.email), WHO.cell);
    await own.goto(`/prescription/${first._id}`);
    await expect(own.getByText('A blood test is needed before this can be renewed.')).toBeVisible();
    await expect(own.getByRole('link', { name: 'Message the clinic' }).last()).toBeVisible();
    await expect(own.getByText(/1 of 2 faxed, 1 not approved, \$/)).toBeVisible();
    await checkScreen(own, 'beside-patient', 'dark', 'narrow');
    await context.close();
  });

  await test.step('whose medical information it is', async () => {
    await page.goto(`/medicalInfo/edit/${patient.person}`);
    await expect(page.getByText(/^Record of /)).toContainText('Maren Holloway');
    await checkScreen(page, 'beside-medical', 'dark', 'narrow');
  });
});
