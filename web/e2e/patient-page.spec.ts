// SPDX-License-Identifier: AGPL-3.0-or-later

// The patient page of the staff: what opening it costs, where addresses lead, who else has it open, the
// look-up in the province's drug information, and the office's correction of particulars, with two
// people at one record.
import type { Browser, Page } from '@playwright/test';
import { signInStaff } from './steps/account';
import { faxedByApi, patientByApi, staffByApi } from './steps/byApi';
import { demoAccount, currentInstance } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

const PATIENT = { email: 'patient@salal.example', cell: '6045550110' };

const pageOf = (email: string) => `/patient/${demoAccount(email).personId}`;
const section = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^${name}`) });

async function staff(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInStaff(page, demoAccount(email));
  return page;
}

/** Has the partner clinic's record system fail, or work again. */
async function clinicFails(fails: boolean): Promise<void> {
  await fetch(`${currentInstance().sandboxUrl}/faults`, {
    method: fails ? 'POST' : 'DELETE',
    headers: { 'content-type': 'application/json' },
    ...(fails ? { body: JSON.stringify({ service: 'clinic', mode: 'down', times: 9 }) } : {}),
  });
}

test('a doctor opens a patient: one answer brings the page, and addresses lead to its parts', async ({
  page,
}) => {
  await signInStaff(page, demoAccount('doctor@salal.example'));
  const path = pageOf(PATIENT.email);

  await test.step('opening costs one answer and saying that one is there', async () => {
    await page.goto('/patients');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname.slice(4)}`);
    });
    await page.getByRole('link', { name: 'Maren' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Maren Holloway' })).toBeVisible();
    await expect(page.getByText('Penicillin').first()).toBeVisible();
    const id = demoAccount(PATIENT.email).personId;
    const opening = () => calls.filter((one) => !one.startsWith('GET /user/patients')).toSorted();
    const expected = [`GET /person/page/${id}`, `PUT /person/presence/${id}`];
    await expect.poll(opening).toEqual(expected);
    await checkScreen(page, 'patient-page', 'dark');
    expect(opening(), 'nothing more was asked for while one looked').toEqual(expected);
  });

  await test.step('the sections in their order, opened by keys', async () => {
    const titles = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
    const order = [
      'Pending Prescriptions',
      'Labtest',
      'Personal Information',
      'Medical Information',
      'Pending Sleep Assessment',
      'Sleep Information',
    ];
    expect(titles.map((one) => one.replace(/\d+$/, '').trim()).filter((one) => order.includes(one))).toEqual(
      order,
    );
    await page.keyboard.press('4');
    await expect(section(page, 'Medical Information')).toHaveAttribute('aria-expanded', 'true');
    await expect(section(page, 'Medical Information')).toBeFocused();
    await page.keyboard.press('3');
    await page.keyboard.press('6');
    await checkScreen(page, 'patient-sections');
  });

  await test.step('an address opens its section and closes the others', async () => {
    await page.goto(`${path}?section=sleep`);
    await expect(section(page, 'Pending Sleep Assessment')).toHaveAttribute('aria-expanded', 'true');
    await expect(section(page, 'Pending Prescriptions')).toHaveAttribute('aria-expanded', 'false');
    await expect(section(page, 'Pending Sleep Assessment')).toBeFocused();
  });

  await test.step('the doctor edits the medical information and comes back to it', async () => {
    await page.goto(`${path}?section=medical`);
    await page.getByRole('link', { name: 'Edit medical information' }).click();
    await expect(page).toHaveURL(/\/medicalInfo\/edit\//);
    await page.getByRole('button', { name: 'Save' }).first().click();
    await expect(page).toHaveURL(/section=medical/);
    await expect(section(page, 'Medical Information')).toHaveAttribute('aria-expanded', 'true');
    await page
      .getByRole('button', { name: /^Check at / })
      .first()
      .click();
    await expect(page.getByRole('dialog', { name: /^Check at / })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'Edit personal information' })).toHaveCount(0);
  });

  await test.step('nobody of that name', async () => {
    await page.goto('/patient/00000000-0000-0000-0000-000000000000');
    await expect(page.getByText('This patient was not found')).toBeVisible();
    await checkScreen(page, 'patient-nobody');
  });
});

test('a message leads to its prescription, and what one opened stays open', async ({ page }) => {
  const patient = await patientByApi(PATIENT.email, PATIENT.cell);
  const doctor = await staffByApi('doctor2@salal.example');
  await faxedByApi(patient, doctor);
  await signInStaff(page, demoAccount('doctor@salal.example'));
  const answer = await fetch(`${currentInstance().url}/api/prescription/person/${patient.person}`, {
    headers: { 'x-access-token': patient.token },
  });
  const { items }: { items: { _id: string }[] } = await answer.json();
  const id = items[0]?._id ?? '';
  await page.goto(`${pageOf(PATIENT.email)}?section=prescriptions&item=${id}`);
  await expect(page.locator(`[data-item="${id}"]`)).toBeFocused();
  await section(page, 'Personal Information').click();
  // The patient answers the questions again meanwhile: the page hears of it.
  const info = await fetch(`${currentInstance().url}/api/medicalinfo/person/${patient.person}`, {
    headers: { 'x-access-token': patient.token },
  });
  const [newest]: Record<string, unknown>[] = await info.json();
  await fetch(`${currentInstance().url}/api/medicalinfo/update`, {
    method: 'POST',
    headers: { 'x-access-token': patient.token, 'content-type': 'application/json' },
    body: JSON.stringify({ medicalInfoObj: { ...newest, AllergyToMedication: ['Sulfa'], NoAllergy: false } }),
  });
  await expect(page.getByText('Sulfa').first()).toBeVisible();
  await expect(section(page, 'Personal Information')).toHaveAttribute('aria-expanded', 'true');
});

test('two of the staff see that the other has the patient open', async ({ browser, page }) => {
  await signInStaff(page, demoAccount('doctor@salal.example'));
  const path = pageOf('private@salal.example');
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: 'Anneliese Varga' })).toBeVisible();
  const office = await staff(browser, 'office@salal.example');
  await office.goto(path);
  await expect(office.getByRole('main').getByText('also has this patient open')).toBeVisible();
  await expect(page.getByRole('main').getByText('also has this patient open')).toBeVisible();
  await checkScreen(page, 'patient-presence');
  await office.getByRole('link', { name: 'Profile' }).first().click();
  await expect(page.getByRole('main').getByText('also has this patient open')).toHaveCount(0);
});

test('the look-up opens in a window of its own, with credentials that the page does not keep', async ({
  page,
}) => {
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await page.goto(pageOf(PATIENT.email));
  await page.getByRole('button', { name: 'PharmaNet' }).click();
  const dialog = page.getByRole('dialog', { name: 'PharmaNet sign-in' });
  await dialog.getByRole('button', { name: 'Look up' }).click();
  await expect(dialog.getByText('Please enter your PharmaNet login').first()).toBeVisible();
  await checkScreen(page, 'pharmanet');
  await dialog.getByLabel('PharmaNet login').fill('hvarga01');
  await dialog.getByLabel('PharmaNet password', { exact: true }).fill('Wild-rose 17');
  const first = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Look up' }).click();
  const arrived = 'The form arrived with a health number, a login and a password.';
  const window = await first;
  await expect(window.getByText(arrived)).toBeVisible();
  expect(await window.evaluate(() => window.opener === null)).toBe(true);
  await window.close();
  await expect(dialog).toHaveCount(0);
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(kept).not.toContain('Wild-rose');

  const second = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'PharmaNet' }).click();
  await expect((await second).getByText(arrived)).toBeVisible();

  await page.goto(pageOf('passport@salal.example'));
  await page.getByRole('button', { name: 'PharmaNet' }).click();
  await expect(page.getByRole('dialog', { name: 'PHN not found' })).toBeVisible();
  await checkScreen(page, 'pharmanet-no-number');
});

test('the office corrects a patient, at the partner clinic first, and two people lose nothing', async ({
  browser,
  page,
}) => {
  await signInStaff(page, demoAccount('office@salal.example'));
  const path = pageOf('alberta@salal.example');
  await page.goto(`${path}?section=personal`);
  await page.getByRole('link', { name: 'Edit personal information' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit personal information' })).toBeVisible();
  await checkScreen(page, 'personal-info-edit', 'dark', 'narrow');

  await test.step('faults', async () => {
    const city = page.getByRole('textbox', { name: 'City' });
    const before = await city.inputValue();
    await city.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Please correct errors below' })).toBeVisible();
    await expect(page.getByText('City is Required').first()).toBeVisible();
    await checkScreen(page, 'personal-info-faults');
    await city.fill(before);
  });

  await test.step('the clinic does not take it: nothing changes', async () => {
    await page.getByRole('textbox', { name: 'Street address' }).fill('9 Harbour Road');
    await clinicFails(true);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Update patient info in the partner clinic failed').first()).toBeVisible();
    await clinicFails(false);
  });

  await test.step('somebody else saves meanwhile', async () => {
    const other = await staff(browser, 'office@salal.example');
    await other.goto(`/personal-info/${demoAccount('alberta@salal.example').personId}/edit`);
    await other.getByRole('textbox', { name: 'City' }).fill('Victoria');
    await other.getByRole('textbox', { name: 'Street address' }).fill('1 Quay Street');
    await other.getByRole('button', { name: 'Save' }).click();
    await expect(other.getByText('Update patient info successful')).toBeVisible();

    await page.getByRole('button', { name: 'Save' }).click();
    await expect(
      page.getByText('Someone else changed this patient’s information while you were editing'),
    ).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Victoria');
    await expect(page.getByRole('textbox', { name: 'Street address' })).toHaveValue('9 Harbour Road');
    await checkScreen(page, 'personal-info-both');
    await page.getByRole('button', { name: 'Use theirs for Street address' }).click();
    await expect(page.getByRole('textbox', { name: 'Street address' })).toHaveValue('1 Quay Street');
    await page.getByRole('textbox', { name: 'Street address' }).fill('1 Quay Street, Unit 2');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Update patient info successful')).toBeVisible();
    await expect(page).toHaveURL(/section=personal/);
    await expect(page.getByText('1 Quay Street, Unit 2, Victoria').first()).toBeVisible();
  });
});
