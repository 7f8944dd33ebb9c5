// SPDX-License-Identifier: AGPL-3.0-or-later

// A deployment that asks for a captcha, at its sign-in and at its registration: without the tick nothing
// is sent, a tick counts once, and a captcha service that is away is said so.
import {
  confirmEmail,
  giveConsents,
  createAccount,
  healthNumber,
  leaveLastLogin,
  goToNextStep,
  typeCode,
  typeCredentials,
  typePassword,
  typePersonal,
} from './steps/account';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { codeOf, failNextCall, outbox } from './support/outbox';
import { expect, test } from './support/test';

test.use({ settings: { SALAL_FEATURES__CAPTCHA: 'true' } });

test('the box is ticked for each sign-in', async ({ page }) => {
  const who = demoAccount('patient@salal.example');
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  const box = page.getByRole('checkbox', { name: 'I am not a robot' });
  const group = page.getByRole('group', { name: 'Confirm you’re not a robot' });
  await page.goto('/login');
  await expect(box).toBeVisible();
  await typePassword(page, who);
  await button.click();
  await expect(group).toContainText('Tick this box to continue.');
  await checkScreen(page, 'captcha-signin', 'dark');

  await box.check();
  await page.getByLabel('Password', { exact: true }).fill('Wrong2026word');
  await button.click();
  await expect(page.getByText('The email or password is not correct.').first()).toBeVisible();
  await expect(box, 'a tick counts once').not.toBeChecked();

  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await box.check();
  const code = await codeOf('sms', '6045550110', () => button.click());
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await typeCode(page, 'Verification code', code);
  await leaveLastLogin(page);
});

test('the box is ticked for a registration', async ({ page }) => {
  const patient = {
    first: 'Cordelia',
    last: 'Ashdown',
    email: 'cordelia@captcha.example',
    password: 'Larkspur2026walk',
    cell: '6045550197',
    healthNumber: healthNumber(45_678_901),
  };
  await page.goto('/registration');
  await typePersonal(page, patient);
  await goToNextStep(page);
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByLabel('BC Services Card number', { exact: true }).fill(patient.healthNumber);
  await page.getByLabel('Confirm BC Services Card number').fill(patient.healthNumber);
  await goToNextStep(page);
  await typeCredentials(page, patient);
  await goToNextStep(page);
  await giveConsents(page);

  const group = page.getByRole('group', { name: 'Confirm you’re not a robot' });
  const box = page.getByRole('checkbox', { name: 'I am not a robot' });
  await createAccount(page);
  await expect(group).toContainText('Tick this box to continue.');
  await checkScreen(page, 'captcha-registration');

  await failNextCall('captcha', 'decline');
  await box.check();
  await createAccount(page);
  await expect(group).toContainText('Please tick the box again.');
  await expect(box).not.toBeChecked();

  await failNextCall('captcha', 'lost');
  await box.check();
  await createAccount(page);
  await expect(page.getByRole('alert').filter({ hasText: 'captcha service does not answer' })).toBeVisible({
    timeout: 40_000,
  });
  await checkScreen(page, 'captcha-lost');
  expect(await outbox('email', patient.email), 'nobody was registered').toEqual([]);

  await box.check();
  const code = await codeOf('email', patient.email, () => createAccount(page));
  await confirmEmail(page, code);
});
