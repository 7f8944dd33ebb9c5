// SPDX-License-Identifier: AGPL-3.0-or-later

// A pharmacy leaves the list while a request is on its way there: the request is work that says so, its patient
// chooses another, and the doctor signs for that one.
import { signIn, signInStaff } from './steps/account';
import { type Caller, callApi, patientByApi, staffByApi } from './steps/byApi';
import { drawSignature, faxDocument, openDocument, prescriptionCard } from './steps/doctor';
import { requestByApi } from './steps/queue';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

interface Pharmacy {
  readonly _id: string;
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly fax: string;
  readonly phone1: string;
}

interface Imports {
  readonly active: object | null;
  readonly items: readonly { readonly _id: string; readonly state: string }[];
}

const EMAIL = 'private@salal.example';
const CELL = '6045550112';
const FIELDS = ['name', 'address', 'city', 'fax', 'phone1'] as const;
const GONE = /no longer in (the|our) list/;

/** Brings in the whole list of pharmacies without one of them. */
async function importWithout(admin: Caller, gone: string): Promise<void> {
  const all = await callApi<readonly Pharmacy[]>(admin, 'GET', '/pharmacy');
  const rows = all.filter(({ _id }) => _id !== gone).map((one) => FIELDS.map((field) => `"${one[field]}"`));
  const csv = ['name,address,city,fax,phone', ...rows.map(String)].join('\n');
  const form = new FormData();
  form.append('collection', 'Pharmacies');
  form.append('file', new File([csv], 'pharmacies.csv', { type: 'text/csv' }));
  await callApi(admin, 'POST', '/manage-data/import-data', form);
  const newest = async () => {
    const { items } = await callApi<Imports>(admin, 'GET', '/manage-data/imports');
    return items[0]?.state;
  };
  await expect.poll(newest, { timeout: 60_000 }).toBe('done');
}

test('a request whose pharmacy left the list is work, and its patient chooses another', async ({
  browser,
}) => {
  const doctor = await staffByApi('doctor@salal.example');
  const asking = await patientByApi(EMAIL, CELL);
  const { _id: id, label } = await requestByApi(asking, ['RAMIPRIL']);
  const seen = await callApi<{
    readonly pharmacy: Pharmacy;
    readonly medications: readonly object[];
  }>(doctor, 'PUT', '/prescription/acknowledge', { prescriptionId: id });
  await callApi(doctor, 'PUT', '/prescription/medication/updateStatus', {
    prescription: { _id: id },
    medication: seen.medications[0],
    status: 'Approved',
  });
  await importWithout(await staffByApi('admin@salal.example'), seen.pharmacy._id);

  const desk = await (await browser.newContext()).newPage();
  await signInStaff(desk, demoAccount('doctor@salal.example'));
  await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Review queue' }).click();
  const row = desk.getByRole('row').filter({ hasText: label });
  await expect(row).toContainText('No pharmacy');
  await checkScreen(desk, 'pharmacy-gone-queue');
  await row.getByRole('link').first().click();
  const card = prescriptionCard(desk, label);
  await expect(card.getByText(GONE).first()).toBeVisible();
  await checkScreen(desk, 'pharmacy-gone-card');
  await desk.setViewportSize({ width: 390, height: 844 });
  await checkScreen(desk, 'pharmacy-gone-card-390');
  await desk.setViewportSize({ width: 1440, height: 900 });

  const patient = await (await browser.newContext()).newPage();
  await patient.goto('/login');
  await signIn(patient, demoAccount(EMAIL), CELL);
  await checkScreen(patient, 'pharmacy-gone-dashboard');
  await patient.goto(`/prescription/${id}`);
  await expect(patient.getByText(GONE).first()).toBeVisible();
  await patient.getByRole('combobox', { name: 'Search for a pharmacy' }).fill('fernhill');
  await patient.getByRole('option').first().click();
  await expect(patient.getByText('A doctor confirms it before anything is sent there.')).toBeVisible();
  await checkScreen(patient, 'pharmacy-gone-choice');
  await patient.setViewportSize({ width: 390, height: 844 });
  await checkScreen(patient, 'pharmacy-gone-choice-390');
  await patient.getByRole('button', { name: 'Choose this pharmacy' }).click();
  await expect(patient.getByText('Your pharmacy was saved. A doctor will confirm it.')).toBeVisible();
  await expect(patient.getByText(GONE)).toHaveCount(0);
  await checkScreen(patient, 'pharmacy-gone-chosen-390');

  const { pharmacy } = await callApi<{ readonly pharmacy: Pharmacy }>(doctor, 'GET', `/prescription/${id}`);
  expect(pharmacy.name).not.toBe(seen.pharmacy.name);
  await expect(card).toContainText(pharmacy.name);
  await expect(card.getByText(GONE)).toHaveCount(0);
  const sheet = await openDocument(desk, label);
  await drawSignature(desk, sheet);
  await sheet.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(sheet.getByText(/^Signed by /)).toBeVisible({ timeout: 30_000 });
  await faxDocument(desk, sheet);
  await expect(card.getByText('Delivered', { exact: true })).toBeVisible({ timeout: 60_000 });
  await patient.context().close();
  await desk.context().close();
});
