// SPDX-License-Identifier: AGPL-3.0-or-later

// A new member of the staff: registers, confirms the address, and sets up the authenticator at the first
// sign-in. Its key is shown this once; from then on a code is asked for.
import {
  confirmEmail,
  giveConsents,
  createAccount,
  leaveLastLogin,
  signInStaff,
  typeCode,
  typePassword,
} from './steps/account';
import { checkScreen } from './support/checkScreen';
import { codeOf } from './support/outbox';
import { expect, test } from './support/test';
import { nextCode } from './support/totp';

const WHO = {
  email: 'hyacinth@office.example',
  password: 'Larkspur2026walk',
  cell: '6045550196',
};

test('the authenticator is set up at the first sign-in, and shown once', async ({ page, browser }) => {
  await page.goto('/office-registration');
  await page.getByLabel('First name').fill('Hyacinth');
  await page.getByLabel('Last name').fill('Abernathy');
  await page.getByLabel('Cell phone, area code', { exact: true }).fill(WHO.cell);
  await page.getByLabel('Confirm cell phone, area code').fill(WHO.cell);
  await page.getByLabel('Email', { exact: true }).fill(WHO.email);
  await page.getByLabel('Confirm email').fill(WHO.email);
  await page.getByLabel('Password', { exact: true }).fill(WHO.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(WHO.password);
  await giveConsents(page);
  await checkScreen(page, 'office-registration');
  await confirmEmail(page, await codeOf('email', WHO.email, () => createAccount(page)));

  await page.goto('/office-login');
  await typePassword(page, WHO);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Set up your authenticator' })).toBeVisible();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  const shown = await page.getByText(/^Key: /).textContent();
  const secret = (shown ?? '').replace('Key: ', '').replaceAll(' ', '');
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await checkScreen(page, 'enrolment', 'dark');
  // A wrong code neither lets in nor hides the key.
  await typeCode(page, 'Verification code', '000000');
  await expect(page.getByLabel('Verification code, digit 1 of 6')).toHaveValue('');
  await expect(page.getByText(/^Key: /)).toBeVisible();
  await typeCode(page, 'Verification code', await nextCode(secret));
  await leaveLastLogin(page);

  const elsewhere = await (await browser.newContext()).newPage();
  const account = { ...WHO, role: 'ROLE_OFFICE', totpSecret: secret, personId: '' };
  await signInStaff(elsewhere, account);
  await elsewhere.context().close();
});
