// SPDX-License-Identifier: AGPL-3.0-or-later

// The rest of what a patient does, without a mouse: registering, another e-mail address, cancelling a
// request, and answering a doctor from the link of an e-mail.
import { type Locator, type Page } from '@playwright/test';
import { closeWelcome, newPatient } from './steps/access';
import { healthNumber, signIn, typePassword } from './steps/account';
import {
  addMedication,
  confirmRequested,
  expectRequestPage,
  giveAgreement,
  startRequest,
} from './steps/patient';
import { patientByApi, staffByApi, writeByApi } from './steps/byApi';
import { demoAccount } from './support/instance';
import { pickOption, pressByKey, tabTo, chooseRadio, tickByKey, typeInto } from './support/keyboard';
import { codeOf } from './support/outbox';
import { expect, test } from './support/test';

const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });

test('registering by keyboard alone', async ({ page }) => {
  const who = { email: 'keys@registration.example', password: 'Larkspur2026walk', cell: '6045550188' };
  await page.goto('/registration');
  await pressByKey(page, button(page, 'Continue'));
  await expect(page.getByRole('heading', { name: 'Please correct error(s) below' })).toBeVisible();
  // The summary takes the focus; its links lead to their fields.
  await pressByKey(page, page.getByRole('link', { name: 'Valid first name is required' }));
  await expect(field(page, 'First name')).toBeFocused();
  await page.keyboard.type('Zoë');
  await typeInto(page, field(page, 'Last name'), 'Quillfeather');
  await pickOption(page, page.getByLabel('Date of birth, month'), 'June');
  await pickOption(page, page.getByLabel('Date of birth, day'), '14');
  await pickOption(page, page.getByLabel('Date of birth, year'), '1968');
  await typeInto(page, field(page, 'Street address'), '8 Salmonberry Lane');
  await typeInto(page, field(page, 'City'), 'Courtenay');
  await typeInto(page, field(page, 'Postal code'), 'V9N 1A1');
  await pressByKey(page, button(page, 'Continue'));

  await expect(page.getByRole('heading', { name: 'Health document' })).toBeVisible();
  const hasCard = page.getByRole('group', { name: 'Do you have a BC Services Card?' });
  await chooseRadio(page, hasCard, hasCard.getByRole('radio', { name: 'Yes' }));
  const card = healthNumber(77_123_000);
  await typeInto(page, field(page, 'BC Services Card number'), card);
  await typeInto(page, page.getByLabel('Confirm BC Services Card number'), card);
  await pressByKey(page, button(page, 'Continue'));

  await expect(page.getByRole('heading', { name: 'Credentials' })).toBeVisible();
  await typeInto(page, field(page, 'Cell phone, area code'), who.cell);
  await typeInto(page, page.getByLabel('Confirm cell phone, area code'), who.cell);
  await tickByKey(page, page.getByLabel('Same as cell phone'));
  await typeInto(page, field(page, 'Email'), who.email);
  await typeInto(page, page.getByLabel('Confirm email'), who.email);
  await typeInto(page, field(page, 'Password'), who.password);
  await typeInto(page, field(page, 'Confirm password'), who.password);
  await pressByKey(page, button(page, 'Continue'));

  await expect(page.getByRole('heading', { name: 'Consents' })).toBeVisible();
  await tickByKey(page, page.getByRole('checkbox', { name: 'Communication' }));
  for (const [title, name] of [
    ['PharmaNet policy', 'PharmaNet Consent'],
    ['Privacy policy', 'Privacy Policy'],
    ['Terms of use', 'Terms of Use'],
  ] as const) {
    await pressByKey(page, button(page, `Read and agree: ${title}`));
    const policy = dialog(page, name);
    await tabTo(page, policy.getByRole('region'));
    await page.keyboard.press('End');
    await tickByKey(page, policy.getByRole('checkbox'));
    await pressByKey(page, policy.getByRole('button', { name: 'Confirm' }));
    await expect(policy).toHaveCount(0);
  }
  const code = await codeOf('email', who.email, () => pressByKey(page, button(page, 'Create Account')));
  await tabTo(page, page.getByLabel('Verification code, digit 1 of 6'));
  await page.keyboard.type(code);
  await expect(page).toHaveURL(/\/login\/registered$/);
  await signIn(page, who, who.cell);
});

test('another e-mail address by keyboard alone', async ({ page }) => {
  const patient = await newPatient('keys.before');
  const address = 'keys.after@access.example';
  await page.goto('/login');
  await signIn(page, patient, patient.cell);
  await closeWelcome(page);
  await pressByKey(page, page.getByRole('link', { name: 'Profile', exact: true }));
  await pressByKey(page, button(page, 'Change email'));
  const form = page.getByRole('form', { name: 'Change email' });
  // Each step begins in its first field.
  await expect(form.getByLabel('Current password', { exact: true })).toBeFocused();
  await page.keyboard.type(patient.password);
  const phoneCode = await codeOf('sms', patient.cell, () => page.keyboard.press('Enter'));
  await expect(form.getByLabel('Phone code, digit 1 of 6')).toBeFocused();
  await page.keyboard.type(phoneCode);
  await expect(form.getByLabel('New email', { exact: true })).toBeFocused();
  await page.keyboard.type(address);
  await typeInto(page, form.getByLabel('Confirm new email'), address);
  const emailCode = await codeOf('email', address, () => page.keyboard.press('Enter'));
  await expect(form.getByLabel('Email code, digit 1 of 6')).toBeFocused();
  await page.keyboard.type(emailCode);
  await expect(page.getByText('Update user credential successful')).toBeVisible();
  await expect(page.getByRole('link', { name: `Profile of ${address}` })).toBeVisible();
});

test('cancelling a request by keyboard alone', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, demoAccount('patient@salal.example'), '6045550110');
  await startRequest(page);
  await addMedication(page, {
    typed: 'atorv',
    name: 'ATORVASTATIN',
    strength: /^20/,
    frequency: 'Once a day',
  });
  await giveAgreement(page);
  const label = await confirmRequested(page);
  await page.keyboard.press('Escape');
  await expectRequestPage(page, label);
  await pressByKey(page, button(page, 'Cancel request'));
  const sure = dialog(page, /^Cancel prescription P-\d+$/);
  // The safe answer has the focus, and Escape is that answer.
  await expect(sure.getByRole('button', { name: "Don't Cancel Prescription" })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sure).toHaveCount(0);
  await expect(button(page, 'Cancel request')).toBeFocused();
  await page.keyboard.press('Enter');
  await pressByKey(page, sure.getByRole('button', { name: 'Yes, I am sure' }));
  await expect(page.getByText('Canceled').first()).toBeVisible();
  await expect(button(page, 'Cancel request')).toHaveCount(0);
});

test('answering a doctor from the link of an e-mail, by keyboard alone', async ({ page }) => {
  const patient = demoAccount('many@salal.example');
  const doctor = await staffByApi('doctor@salal.example');
  const { person } = await patientByApi(patient.email, '6045550120');
  const address = await writeByApi(doctor, { email: patient.email, person }, 'How is the new dose?');
  await page.goto(address);
  const form = page.getByRole('form', { name: 'Reply' });
  await pressByKey(page, form.getByRole('button', { name: 'Send' }));
  await expect(page.getByRole('alert', { name: /correct error/i })).toBeFocused();
  await typeInto(page, form.getByRole('textbox', { name: 'Reply' }), 'Much better, thank you.');
  await pressByKey(page, form.getByRole('button', { name: 'Send' }));
  const sent = dialog(page, 'Message sent');
  await expect(sent).toContainText('Your message was successfully sent to the doctor.');
  await pressByKey(page, sent.getByRole('button').last());
  await page.goto(address);
  await expect(dialog(page, 'Already replied')).toBeVisible();
});

test('signing in asks again beside the field, and the keyboard stays there', async ({ page }) => {
  await page.goto('/login');
  await typePassword(page, { email: 'patient@salal.example', password: 'Wrong2026word' });
  await page.keyboard.press('Enter');
  await expect(page.getByText('The email or password is not correct.').first()).toBeVisible();
  await tabTo(page, field(page, 'Password'));
});

test('a page that was just opened begins at the link that skips to its content', async ({ page }) => {
  const isFirst = async (path: string) => {
    await page.goto(path);
    await expect(page.locator('main h1').first()).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' }), path).toBeFocused();
  };
  await isFirst('/price');
  await isFirst('/login');
  await signIn(page, demoAccount('patient@salal.example'), '6045550110');
  await isFirst('/dashboard');
  await isFirst('/prescriptions');
});
