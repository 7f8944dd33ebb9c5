// SPDX-License-Identifier: AGPL-3.0-or-later

// The ways to register besides a BC Services Card: a card of another province, a passport, none at all
// and paying privately. What each leaves behind is read from the first sign-in's answer.
import type { Page } from '@playwright/test';
import {
  confirmEmail,
  giveConsents,
  createAccount,
  type NewPatient,
  goToNextStep,
  signIn,
  typeCredentials,
  typePersonal,
} from './steps/account';
import { checkScreen } from './support/checkScreen';
import { codeOf } from './support/outbox';
import { expect, test } from './support/test';

type Somebody = Omit<NewPatient, 'healthNumber'>;

function somebody(first: string, cell: string): Somebody {
  return {
    first,
    last: 'Merriweather',
    email: `${first.toLowerCase()}@registration.example`,
    password: 'Larkspur2026walk',
    cell,
  };
}

interface Registered {
  readonly isPrivatePay: boolean;
  readonly flags: readonly string[];
  readonly HealthDocuments: readonly {
    readonly Type: string;
    readonly DocumentNumber: string;
    readonly Province: string;
  }[];
}

/** From the step of the health document to the dashboard; gives what the server knows of the person. */
async function finish(page: Page, who: Somebody): Promise<Registered> {
  await goToNextStep(page);
  await typeCredentials(page, who);
  await goToNextStep(page);
  await giveConsents(page);
  await confirmEmail(page, await codeOf('email', who.email, () => createAccount(page)));
  const signedIn = page.waitForResponse(
    async (answer) =>
      answer.url().endsWith('/user/authenticate') && (await answer.text()).includes('"token":"'),
  );
  await signIn(page, who, who.cell);
  const answer: { user: { Person: Registered } } = await (await signedIn).json();
  return answer.user.Person;
}

async function begin(page: Page, who: Somebody): Promise<void> {
  await page.goto('/registration');
  await typePersonal(page, who);
  await goToNextStep(page);
  await expect(page.getByRole('heading', { name: 'Health document' })).toBeVisible();
}

const answer = (page: Page, question: string, word: 'Yes' | 'No') =>
  page.getByRole('group', { name: question }).getByRole('radio', { name: word }).check();

test('with private pay and no card', async ({ page }) => {
  const who = somebody('Ottoline', '6045550193');
  await begin(page, who);
  await page.getByRole('checkbox', { name: /^Private pay/ }).check();
  await expect(page.getByText('Do you have a BC Services Card?')).toBeHidden();
  await checkScreen(page, 'register-private');
  const person = await finish(page, who);
  expect(person.isPrivatePay).toBe(true);
  expect(person.HealthDocuments).toEqual([]);
});

test('with the health card of another province', async ({ page }) => {
  const who = somebody('Leopold', '6045550194');
  await begin(page, who);
  await answer(page, 'Do you have a BC Services Card?', 'No');
  await answer(page, 'Do you have a Canadian health card?', 'Yes');
  await goToNextStep(page);
  await expect(page.getByRole('heading', { name: 'Please correct error(s) below' })).toBeVisible();
  await expect(page.getByText('Canadian health card number is required').first()).toBeVisible();
  await page.getByLabel('Canadian health card number', { exact: true }).fill('123456789');
  await page.getByLabel('Confirm Canadian health card number').fill('123456780');
  await page.keyboard.press('Tab');
  await page.getByLabel('Province of the health card').selectOption('AB');
  await expect(
    page.getByText("Confirm Canadian Health Card Number doesn't match Canadian Health Card Number").first(),
  ).toBeVisible();
  await checkScreen(page, 'register-health-card', 'dark');
  await page.getByLabel('Confirm Canadian health card number').fill('123456789');
  const person = await finish(page, who);
  expect(person.isPrivatePay).toBe(false);
  expect(person.HealthDocuments).toMatchObject([
    { Type: 'Canadian Health Card', DocumentNumber: '123456789', Province: 'AB' },
  ]);
});

test('with a passport', async ({ page }) => {
  const who = somebody('Philippa', '6045550195');
  await begin(page, who);
  await answer(page, 'Do you have a BC Services Card?', 'No');
  await answer(page, 'Do you have a Canadian health card?', 'No');
  await answer(page, 'Do you have a passport?', 'Yes');
  await page.getByLabel('Passport number', { exact: true }).fill('X1234567');
  await page.getByLabel('Confirm passport number').fill('X1234567');
  await page.getByLabel('Country of the passport').selectOption({ label: 'Iceland' });
  await checkScreen(page, 'register-passport');
  const person = await finish(page, who);
  expect(person.HealthDocuments).toMatchObject([{ Type: 'Passport', DocumentNumber: 'X1234567' }]);
});
