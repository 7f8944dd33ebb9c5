// SPDX-License-Identifier: AGPL-3.0-or-later

// Becoming a patient and signing in, as somebody at the screen does it.
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { currentInstance, type DemoAccount } from '../support/instance';
import { checkScreen } from '../support/checkScreen';
import { codeOf } from '../support/outbox';
import { nextCode } from '../support/totp';
import { isSignedIn } from './byApi';

export interface NewPatient {
  readonly first: string;
  readonly last: string;
  readonly email: string;
  readonly password: string;
  /** Ten digits. */
  readonly cell: string;
  /** A BC health number with a right check digit. */
  readonly healthNumber: string;
}

/** Digits typed into boxes; the last one sends the form. */
export async function typeCode(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(`${label}, digit 1 of 6`).click();
  await page.keyboard.type(code);
}

/** The four steps of the sign-up, with a BC Services Card; every screen of it is looked at. */
export async function register(page: Page, patient: NewPatient): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await checkScreen(page, 'landing', 'dark');
  await page.getByRole('link', { name: 'SIGN UP / SIGN IN' }).first().click();

  await expect(page.getByRole('heading', { name: 'Personal information' })).toBeVisible();
  await goToNextStep(page);
  await expect(page.getByRole('heading', { name: 'Please correct error(s) below' })).toBeVisible();
  await checkScreen(page, 'register-faults');
  await typePersonal(page, patient);
  await checkScreen(page, 'register-personal');
  await goToNextStep(page);

  await expect(page.getByRole('heading', { name: 'Health document' })).toBeVisible();
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByLabel('BC Services Card number', { exact: true }).fill(patient.healthNumber);
  await page.getByLabel('Confirm BC Services Card number').fill(patient.healthNumber);
  await checkScreen(page, 'register-health');
  await goToNextStep(page);

  await typeCredentials(page, patient);
  await checkScreen(page, 'register-credentials');
  await goToNextStep(page);

  await giveConsents(page, 'register');
  const code = await codeOf('email', patient.email, () => createAccount(page));
  await confirmEmail(page, code, 'confirm');
}

/** To the next step of the sign-up. */
export async function goToNextStep(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click();
}

export async function createAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create Account' }).click();
}

type Person = Pick<NewPatient, 'first' | 'last'>;

export async function typePersonal(page: Page, patient: Person): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Personal information' })).toBeVisible();
  await page.getByLabel('First name').fill(patient.first);
  await page.getByLabel('Last name').fill(patient.last);
  await page.getByLabel('Date of birth, month').selectOption('June');
  await page.getByLabel('Date of birth, day').selectOption('14');
  await page.getByLabel('Date of birth, year').selectOption('1968');
  await page.getByLabel('Street address').fill('4417 Larkspur Street');
  await page.getByLabel('City').fill('Burnaby');
  await page.getByLabel('Postal code').fill('V5G 2K8');
}

type Account = Pick<NewPatient, 'cell' | 'email' | 'password'>;

export async function typeCredentials(page: Page, patient: Account): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Credentials' })).toBeVisible();
  await page.getByLabel('Cell phone, area code', { exact: true }).fill(patient.cell);
  await page.getByLabel('Confirm cell phone, area code').fill(patient.cell);
  await page.getByLabel('Same as cell phone').check();
  await page.getByLabel('Email', { exact: true }).fill(patient.email);
  await page.getByLabel('Confirm email').fill(patient.email);
  await page.getByLabel('Password', { exact: true }).fill(patient.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(patient.password);
}

/** Types the code that came by e-mail. */
export async function confirmEmail(page: Page, code: string, name?: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  if (name !== undefined) await checkScreen(page, name);
  await typeCode(page, 'Verification code', code);
  await expect(page).toHaveURL(/\/login\/registered$/);
}

/** Reads and agrees to everything on the last step. */
export async function giveConsents(page: Page, name?: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Consents' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Communication' }).check();
  for (const [title, dialog] of [
    ['PharmaNet policy', 'PharmaNet Consent'],
    ['Privacy policy', 'Privacy Policy'],
    ['Terms of use', 'Terms of Use'],
  ] as const) {
    await page.getByRole('button', { name: `Read and agree: ${title}` }).click();
    const policy = page.getByRole('dialog', { name: dialog });
    await expect(policy).toBeVisible();
    await policy.getByRole('region').evaluate((text) => text.scrollTo(0, text.scrollHeight));
    await policy.getByRole('checkbox').check();
    if (name !== undefined && title === 'Privacy policy') await checkScreen(page, `${name}-policy`);
    await policy.getByRole('button', { name: 'Confirm' }).click();
    await expect(policy).toHaveCount(0);
  }
  if (name !== undefined) await checkScreen(page, `${name}-consents`);
}

const DASHBOARD = /\/dashboard$/;

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** E-mail and password on the sign-in page. */
export async function typePassword(page: Page, who: Credentials): Promise<void> {
  // The page before has a box for the address too.
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
}

/** From the sign-in page to the dashboard, with the code that comes by text message. */
export async function signIn(
  page: Page,
  who: Credentials,
  cell: string,
  name?: string,
  lands: RegExp = DASHBOARD,
): Promise<void> {
  await typePassword(page, who);
  if (name !== undefined) await checkScreen(page, `${name}-signin`, 'dark');
  const code = await codeOf('sms', cell, () => page.getByRole('button', { name: 'Sign in' }).click());
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  if (name !== undefined) await checkScreen(page, `${name}-signin-code`);
  await typeCode(page, 'Verification code', code);
  await leaveLastLogin(page, name, lands);
}

/** A session of a browser, as another one of the same worker takes it over. */
interface Kept {
  readonly token: string;
  readonly cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
}

/** The staff's sessions by instance and address: an authenticator has one code in half a minute. */
const sessions = new Map<string, Kept>();

/** Opens the dashboard with a session that was signed in before, when the server still takes it. */
async function takeOver(page: Page, kept: Kept | undefined): Promise<boolean> {
  if (!kept) return false;
  const { token, cookies } = kept;
  const header = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  if (!(await isSignedIn(token, header))) return false;
  await page.context().addCookies([...cookies]);
  await page.goto('/robots.txt');
  await page.evaluate((value) => sessionStorage.setItem('salal.token', value), token);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return true;
}

/**
 * The office's sign-in: an authenticator's code instead of a text message. Where nobody looks at it (`name`), a
 * session that the same person has already is as good.
 */
export async function signInStaff(page: Page, who: DemoAccount, name?: string): Promise<void> {
  const key = `${currentInstance().url} ${who.email}`;
  if (name === undefined && (await takeOver(page, sessions.get(key)))) return;
  await page.goto('/office-login');
  await typePassword(page, who);
  if (name !== undefined) await checkScreen(page, `${name}-signin`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await typeCode(page, 'Verification code', await nextCode(who.totpSecret ?? ''));
  await leaveLastLogin(page, name);
  const token = await page.evaluate(() => sessionStorage.getItem('salal.token'));
  if (token !== null) sessions.set(key, { token, cookies: await page.context().cookies() });
}

export async function leaveLastLogin(page: Page, name?: string, lands: RegExp = DASHBOARD): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Last Login' });
  await expect(dialog).toBeVisible();
  if (name !== undefined) await checkScreen(page, `${name}-last-login`);
  await dialog.getByRole('checkbox', { name: /physically located in British Columbia/ }).check();
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(lands);
  await expect(dialog).toHaveCount(0);
}

/** The weights of the check digit, in the place of the 2nd to 9th digit. */
const WEIGHTS = [2, 4, 8, 5, 10, 9, 7, 3];

/** A health number that nobody has yet: 9, eight digits from the seed, and the digit that checks them. */
export function healthNumber(seed: number): string {
  for (let from = seed; ; from += 1) {
    const digits = String(10_000_000 + (from % 80_000_000));
    const sum = WEIGHTS.reduce((total, weight, at) => total + ((weight * Number(digits[at])) % 11), 0);
    const check = 11 - (sum % 11);
    if (check < 10) return `9${digits}${check}`;
  }
}
