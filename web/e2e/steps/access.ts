// SPDX-License-Identifier: AGPL-3.0-or-later

// Patients made by the calls alone, the keyboard, and links out of e-mails.
import { expect, type Locator, type Page } from '@playwright/test';
import { currentInstance } from '../support/instance';
import { codeOf, outbox } from '../support/outbox';
import { healthNumber } from './account';

export interface Patient {
  readonly email: string;
  readonly password: string;
  readonly cell: string;
  readonly card: string;
}

let made = 0;

async function post(path: string, body: FormData | object): Promise<Response> {
  const form = body instanceof FormData;
  const answer = await fetch(`${currentInstance().url}/api${path}`, {
    method: 'POST',
    ...(form ? { body } : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  expect(answer.ok, `${path}: ${await answer.clone().text()}`).toBe(true);
  return answer;
}

/** Somebody who registered and proved the address: by the calls, as the screens have their own test. */
export async function newPatient(name: string): Promise<Patient> {
  made += 1;
  const patient = {
    email: `${name}@access.example`,
    password: 'Larkspur2026walk',
    cell: `60455501${70 + made}`,
    card: healthNumber(61_000_000 + made * 1000),
  };
  const form = new FormData();
  for (const [field, value] of [
    ['FirstName', 'Linnea'],
    ['LastName', 'Okonkwo'],
    ['DateOfBirth', '1984-07-19'],
    ['PhoneNumber', patient.cell],
    ['BestPhoneNumber', patient.cell],
    ['Email', patient.email],
    ['Password', patient.password],
    ['Address', '12 Kelp Street'],
    ['City', 'Nanaimo'],
    ['Province', 'BC'],
    ['PostalCode', 'V9S 3C4'],
    ['BCCardNumber', patient.card],
    ['isPrivatePay', 'false'],
    ['consentCommunication', 'true'],
    ['consentPharmaNetPolicy', 'true'],
    ['consentPrivacyPolicy', 'true'],
    ['consentTermsOfUse', 'true'],
  ] as const)
    form.set(field, value);
  const code = await codeOf('email', patient.email, () => post('/user', form));
  await post('/user/activate', { email: patient.email, verificationCode: code });
  return patient;
}

/** Tab until the control has the focus: what cannot be reached like this cannot be used by everybody. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await control.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the control cannot be reached by keyboard');
}

export async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

export async function pressByKey(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('button', { name, exact: true }));
  await page.keyboard.press('Enter');
}

/** The newest link to this path that was mailed. */
export async function mailedLink(to: string, path: string): Promise<string> {
  const found = async () => {
    const [mail] = await outbox('email', to);
    return new RegExp(`https?://\\S+${path}#token=[\\w-]+`).exec(mail?.text ?? '')?.[0] ?? '';
  };
  await expect.poll(found, { message: `a link to ${path}` }).not.toBe('');
  return found();
}

/** The welcome of the first visit. */
export async function closeWelcome(page: Page): Promise<void> {
  const welcome = page.getByRole('dialog', { name: /^Welcome to/ });
  await expect(welcome).toBeVisible();
  await welcome.getByRole('button', { name: 'OK' }).click();
  await expect(welcome).toHaveCount(0);
}
