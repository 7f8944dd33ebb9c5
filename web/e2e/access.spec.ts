// SPDX-License-Identifier: AGPL-3.0-or-later

// Getting in and staying in: a forgotten password, the profile with everything on it, an invitation for
// the office, remembered places, several tabs, a server that is away. Each test brings a patient of its
// own; the recovery is done by keyboard alone.
import type { Page } from '@playwright/test';
import { closeWelcome, mailedLink, newPatient, pressByKey, tabTo, typeInto } from './steps/access';
import { giveConsents, signIn, signInStaff, typeCode } from './steps/account';
import { openCard } from './steps/cards';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { codeOf, outbox } from './support/outbox';
import { expect, test } from './support/test';

test('a forgotten password, by keyboard alone', async ({ page }, info) => {
  const patient = await newPatient(`forgot.${info.project.name}`);
  await page.goto('/login');
  await tabTo(page, page.getByRole('link', { name: 'Forgot your password?' }));
  await page.keyboard.press('Enter');
  await pressByKey(page, 'Validate my information');
  await expect(page.getByRole('link', { name: 'Email is required.' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Date of birth is required.' })).toBeVisible();
  await checkScreen(page, 'recovery-faults');

  await typeInto(page, 'Email', patient.email);
  for (const [part, letters] of [
    ['month', 'July'],
    ['day', '19'],
    ['year', '1984'],
  ] as const) {
    await tabTo(page, page.getByLabel(`Date of birth, ${part}`));
    await page.keyboard.type(letters);
  }
  await typeInto(page, 'Health card number', '9000000000');
  await pressByKey(page, 'Validate my information');
  const alert = page.getByRole('alert').filter({ hasText: /./ });
  await expect(alert).toBeVisible();
  await checkScreen(page, 'recovery-mismatch', 'dark');
  await pressByKey(page, 'Close the message');
  await expect(alert).toHaveCount(0);

  await typeInto(page, 'Health card number', patient.card);
  await pressByKey(page, 'Validate my information');
  await expect(page.getByRole('heading', { name: 'We found your account' })).toBeFocused();
  await expect(page.getByText(patient.email)).toHaveCount(0);
  await checkScreen(page, 'recovery-found');
  await pressByKey(page, 'Confirm');
  await expect(
    page.getByText(/^A link to reset your password was sent to the email address we have on file/),
  ).toBeVisible();
  await checkScreen(page, 'recovery-sent');

  const link = await mailedLink(patient.email, '/recovery/password');
  await page.goto(link);
  await pressByKey(page, 'Save the new password');
  await expect(page.getByRole('link', { name: 'Password is required.', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Confirm password is required.' })).toBeVisible();
  await typeInto(page, 'New Password', 'Saltspray2026');
  await typeInto(page, 'Confirm Password', 'Saltspray2027');
  await page.keyboard.press('Tab');
  await expect(page.getByText("Confirm Password doesn't match Password").first()).toBeVisible();
  await checkScreen(page, 'recovery-password', 'dark');
  await typeInto(page, 'Confirm Password', 'Saltspray2026');
  await pressByKey(page, 'Save the new password');
  await expect(page).toHaveURL(/\/login\/recovered$/);
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  await checkScreen(page, 'recovered');
  await signIn(page, { ...patient, password: 'Saltspray2026' }, patient.cell);

  // The link counted once, and only for somebody who is signed out.
  await page.goto('/recovery');
  await expect(page).toHaveURL(/\/dashboard$/);
  const stranger = await page.context().browser()?.newContext();
  const again = await stranger?.newPage();
  if (!again) throw new Error('the browser opens another window');
  await again.goto(link);
  await again.getByLabel('New Password', { exact: true }).fill('Saltspray2028');
  await again.getByLabel('Confirm Password', { exact: true }).fill('Saltspray2028');
  await again.getByRole('button', { name: 'Save the new password' }).click();
  await expect(again.getByRole('link', { name: 'Request a new link' })).toBeVisible();
  await stranger?.close();
});

test('the profile: sessions, credentials, personal information, health document, theme', async ({
  page,
  browser,
}, info) => {
  const patient = await newPatient(`profile.${info.project.name}`);
  await page.goto('/login');
  await signIn(page, patient, patient.cell);
  await closeWelcome(page);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto('/login');
  await signIn(other, patient, patient.cell);

  await test.step('where one is signed in', async () => {
    await page.goto('/profile');
    const end = page.getByRole('button', { name: /^Sign out .*, last used/ });
    await openCard(page, 'Where you are signed in');
    await openCard(page, 'Who has opened my record');
    await expect(end).toHaveCount(1);
    await expect(page.getByText('No one has opened your record yet.')).toBeVisible();
    await checkScreen(page, 'profile', 'dark');
    await end.click();
    await expect(page.getByText('Signed out of that device.')).toBeVisible();
    await expect(end).toHaveCount(0);
    await other.goto('/messaging');
    await expect(other).toHaveURL(/\/login\?next=/);
    await elsewhere.close();
  });

  await test.step('credentials', async () => {
    await openCard(page, 'User Credentials');
    await page.getByRole('button', { name: 'Edit: User Credentials' }).click();
    await expect(page.getByText('You can’t change this number yourself.').first()).toBeVisible();
    await page.getByLabel('Same as cell phone').uncheck();
    await page.getByLabel('New Password', { exact: true }).fill('Saltspray');
    await page.getByLabel('Confirm Password', { exact: true }).fill('Saltspray2026');
    await page.getByRole('button', { name: 'Save' }).click();
    for (const message of [
      'Best reach phone number is required',
      'The password still needs: a digit',
      "Confirm Password doesn't match Password",
      'Current password is required',
    ])
      await expect(page.getByRole('link', { name: message })).toBeVisible();
    await checkScreen(page, 'profile-credentials-faults', 'dark');
    await page.getByLabel('Best phone number to reach you, area code').fill('6045550199');
    await page.getByLabel('New Password', { exact: true }).fill('Saltspray2026');
    await page.getByLabel('Current password', { exact: true }).fill(patient.password);
    await expect(page.getByText('Unsaved changes')).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Update user credential successful')).toBeVisible();
    // A phone's number is among the personal information.
    await openCard(page, 'Personal Information');
    await expect(page.getByText('604-555-0199')).toBeVisible();
  });

  await test.step('personal information', async () => {
    await openCard(page, 'Personal Information');
    await page.getByRole('button', { name: 'Edit: Personal Information' }).click();
    await page.getByLabel('First name').fill('');
    await page.getByLabel('City').fill('Ladysmith');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('link', { name: 'FirstName is Required' })).toBeVisible();
    await checkScreen(page, 'profile-personal-faults');
    await page.getByLabel('First name').fill('Linnéa');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Update personal information successful')).toBeVisible();
    await expect(page.getByText('Ladysmith')).toBeVisible();
  });

  await test.step('health document, with a picture', async () => {
    await openCard(page, 'Health Document');
    await page.getByRole('button', { name: 'Edit: Health Document' }).click();
    await page.getByRole('radio', { name: 'No', exact: true }).check();
    const health = page.getByRole('group', { name: 'Do you have a Canadian health card?' });
    await health.getByRole('radio', { name: 'Yes' }).check();
    await page.getByLabel('Canadian health card number', { exact: true }).fill('123456789');
    await page.getByLabel('Confirm Canadian health card number').fill('123456780');
    await page.keyboard.press('Tab');
    await page.getByLabel('Province of the health card').selectOption('AB');
    await expect(
      page.getByText("Confirm Canadian Health Card Number doesn't match Canadian Health Card Number"),
    ).toBeVisible();
    const picture = page.locator('#healthDocument input[type=file]').last();
    await picture.setInputFiles({ name: 'card.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
    await expect(page.getByText(/^Only allow uploading following file type: /).first()).toBeVisible();
    await picture.setInputFiles({
      name: 'card.png',
      mimeType: 'image/png',
      buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 200 } }),
    });
    await checkScreen(page, 'profile-document');
    await page.getByLabel('Confirm Canadian health card number').fill('123456789');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Update health document successful')).toBeVisible();
    await expect(page.getByText('Verification pending')).toBeVisible();
    await page.getByRole('button', { name: /^View .*, front$/ }).click();
    const viewer = page.getByRole('dialog');
    await expect(viewer.getByRole('img', { name: /front$/ })).toBeVisible();
    await viewer.getByRole('group').focus();
    await page.keyboard.press('+');
    await expect(viewer.getByRole('button', { name: 'Full image' })).toBeVisible();
    await checkScreen(page, 'image-viewer');
    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
  });

  await test.step('theme, kept on the account', async () => {
    const scheme = () =>
      page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'));
    const kept = page.waitForResponse((answer) => answer.url().endsWith('/api/user/preferences'));
    await openCard(page, 'Appearance and keyboard');
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect.poll(scheme).toBe('dark');
    await kept;
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Appearance and keyboard' })).toBeVisible();
    await expect.poll(scheme).toBe('dark');
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await expect.poll(scheme).toBe('dark');
    await openCard(page, 'Appearance and keyboard');
    await page.getByRole('radio', { name: 'System' }).check();
    await expect.poll(scheme).toBe('light');
  });
});

test('another e-mail address, in four steps', async ({ page }, info) => {
  const patient = await newPatient(`before.${info.project.name}`);
  const address = `after.${info.project.name}@access.example`;
  await page.goto('/login');
  await signIn(page, patient, patient.cell);
  await closeWelcome(page);
  await page.goto('/profile');
  await openCard(page, 'User Credentials');
  await page.getByRole('button', { name: 'Change email' }).click();
  const form = page.getByRole('form', { name: 'Change email' });
  const onward = () => form.getByRole('button', { name: 'Continue' }).click();

  await expect(form.getByLabel('Current password', { exact: true })).toBeFocused();
  await page.keyboard.type('Wrong2026word');
  await onward();
  await expect(form.getByText(/^Error on validating password\. /)).toBeVisible();
  await checkScreen(page, 'email-1');
  await form.getByLabel('Current password', { exact: true }).fill(patient.password);
  const phoneCode = await codeOf('sms', patient.cell, onward);
  await expect(form.getByText('Step 2 of 4')).toBeVisible();
  await checkScreen(page, 'email-2', 'dark');
  await page.keyboard.type(phoneCode === '000000' ? '111111' : '000000');
  await expect(form.getByText(/^Error on validating phone code\. /)).toBeVisible();
  await typeCode(page, 'Phone code', phoneCode);
  await expect(form.getByText('Step 3 of 4')).toBeVisible();

  await form.getByLabel('New email', { exact: true }).fill(demoAccount('patient@salal.example').email);
  await form.getByLabel('Confirm new email').fill('somebody@access.example');
  await onward();
  await expect(form.getByRole('link', { name: "Confirm Email doesn't match Email" })).toBeVisible();
  await checkScreen(page, 'email-3');
  await form.getByLabel('Confirm new email').fill(demoAccount('patient@salal.example').email);
  await onward();
  await expect(form.getByText(/^Error on saving new Email\. /)).toBeVisible();
  await form.getByLabel('New email', { exact: true }).fill(address);
  await form.getByLabel('Confirm new email').fill(address);
  const emailCode = await codeOf('email', address, onward);
  await expect(form.getByText('Step 4 of 4')).toBeVisible();
  await page.keyboard.type(emailCode === '000000' ? '111111' : '000000');
  await expect(form.getByText(/^Error on validating Email code\. /)).toBeVisible();
  await checkScreen(page, 'email-4');
  await typeCode(page, 'Email code', emailCode);
  await expect(page.getByText('Update user credential successful')).toBeVisible();
  await expect(page.getByRole('link', { name: `Profile of ${address}` })).toBeVisible();

  // The session goes on under its new token; the old address is told and does not sign in any more.
  await page.reload();
  await expect(page.getByRole('link', { name: `Profile of ${address}` })).toBeVisible();
  await expect.poll(async () => (await outbox('email', patient.email)).length).toBeGreaterThan(1);
});

test('an invitation to the office counts once, for its address', async ({ page, browser }, info) => {
  const invited = `invited.${info.project.name}@office.example`;
  await signInStaff(page, demoAccount('admin@salal.example'));
  const sent = await page.evaluate(async (email) => {
    const answer = await fetch('/api/office/sendInvitation', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-access-token': sessionStorage.getItem('salal.token') ?? '',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ email }),
    });
    return answer.status;
  }, invited);
  expect(sent).toBeLessThan(300);
  const link = await mailedLink(invited, '/office-registration');

  const theirs = await browser.newContext();
  const desk = await theirs.newPage();
  await desk.goto(link);
  await expect(desk.getByText('Token is confirmed.')).toBeVisible();
  await expect(desk.getByLabel('Email', { exact: true })).toHaveValue(invited);
  await expect(desk.getByLabel('Email', { exact: true })).toHaveAttribute('readonly', '');
  await desk.getByLabel('First name').fill('Hyacinth');
  await desk.getByLabel('Last name').fill('Pemberly');
  await desk.getByLabel('Cell phone, area code', { exact: true }).fill('6045550198');
  await desk.getByLabel('Confirm cell phone, area code').fill('6045550198');
  await desk.getByLabel('Password', { exact: true }).fill('Larkspur2026walk');
  await desk.getByLabel('Confirm password', { exact: true }).fill('Larkspur2026walk');
  await giveConsents(desk);
  await checkScreen(desk, 'office-invited', 'dark');
  const code = await codeOf('email', invited, () =>
    desk.getByRole('button', { name: 'Create Account' }).click(),
  );
  await typeCode(desk, 'Verification code', code);
  await expect(desk).toHaveURL(/\/login\/registered$/);

  await desk.goto(link);
  await expect(desk.getByText('This invitation is no longer valid. Please request a new one.')).toBeVisible();
  await checkScreen(desk, 'office-uninvited');
  await theirs.close();
});

test('places: unknown, remembered, not for people who are signed in, by a token that does not count', async ({
  page,
}, info) => {
  const patient = await newPatient(`places.${info.project.name}`);
  await page.goto('/auth/no-such-token');
  await expect(page.getByText('This sign-in link has expired or was already used.')).toBeVisible();
  await expect(page.getByText('Please be patient. This may take a while.')).toHaveCount(0);
  await checkScreen(page, 'auth-refused');
  await page.goto('/no/such/place');
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard$/);
  await page.goto('/prescriptions?sort=created');
  await expect(page).toHaveURL(/\/login\?next=/);
  await signIn(page, patient, patient.cell, undefined, /\/prescriptions/);
  for (const path of [
    '/login',
    '/registration',
    '/office-login',
    '/office-registration',
    '/confirm',
    '/recovery',
    '/no/such/place',
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/dashboard$/);
  }
  await page.goto('/patients');
  await expect(page.getByRole('heading', { level: 1, name: /^This page is for doctors/ })).toBeVisible();
  await expect(page).toHaveURL(/\/patients$/);
  await checkScreen(page, 'not-allowed');
  await page.goto('/auth/no-such-token');
  await expect(page.getByText('This sign-in link has expired or was already used.')).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('two tabs: a server that is away signs nobody out, Logout signs both out', async ({ page }, info) => {
  const patient = await newPatient(`tabs.${info.project.name}`);
  await page.goto('/login');
  await signIn(page, patient, patient.cell);
  await closeWelcome(page);
  const second = await page.context().newPage();
  await second.goto('/profile');
  await expect(second.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible();

  await second.route('**/api/user/token', (route) =>
    route.fulfill({ status: 503, body: 'Service Unavailable' }),
  );
  await second.reload();
  await expect(second.getByText('Api is currently not available, please contact IT Support!')).toBeVisible();
  await second.unroute('**/api/user/token');
  await expect(second.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible();
  await expect(second.getByText('Api is currently not available, please contact IT Support!')).toHaveCount(0);

  if (info.project.name === 'phone') await second.getByRole('button', { name: 'More' }).click();
  await second.getByRole('button', { name: 'Logout' }).click();
  await expect(second).toHaveURL(/\/login$/);
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => sessionStorage.getItem('salal.token'))).toBeNull();
  await leaveNothing(page);
});

/** What a signed-out tab may still know: nothing of the person. */
async function leaveNothing(page: Page): Promise<void> {
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(kept).not.toMatch(/access\.example|Okonkwo|token/);
}
