// SPDX-License-Identifier: AGPL-3.0-or-later

// A deployment that asks for pictures at the sign-up and is tried out by machines: registration with a
// photo and a picture of the card, and Delete Me, which closes the account for good.
import type { Page } from '@playwright/test';
import {
  confirmEmail,
  giveConsents,
  createAccount,
  healthNumber,
  goToNextStep,
  signIn,
  typeCredentials,
  typePassword,
  typePersonal,
} from './steps/account';
import { checkScreen } from './support/checkScreen';
import { codeOf } from './support/outbox';
import { expect, test } from './support/test';

test.use({
  settings: {
    SALAL_ENVIRONMENT: 'auto',
    SALAL_FEATURES__CARD_UPLOAD: 'true',
    SALAL_FEATURES__PROFILE_UPLOAD: 'true',
  },
});

/** A picture as a telephone sends one, drawn by the browser itself. */
async function picture(page: Page, name: string) {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 320;
    canvas.height = 200;
    const ink = canvas.getContext('2d');
    if (ink) {
      ink.fillStyle = '#777';
      ink.fillRect(20, 20, 280, 160);
    }
    return canvas.toDataURL('image/png');
  });
  const buffer = Buffer.from(address.split(',')[1] ?? '', 'base64');
  return { name, mimeType: 'image/png', buffer };
}

test('registration with pictures, then Delete Me', async ({ page }) => {
  const who = {
    first: 'Rosalind',
    last: 'Merriweather',
    email: 'rosalind@pictures.example',
    password: 'Larkspur2026walk',
    cell: '6045550191',
  };
  await page.goto('/registration');
  await typePersonal(page, who);
  await goToNextStep(page);
  // Without the photo there is no way on.
  await expect(page.getByRole('heading', { name: 'Personal information' })).toBeVisible();
  const chooser = page.locator('input[type=file]').first();
  await chooser.setInputFiles(await picture(page, 'me.png'));
  await expect(page.getByRole('button', { name: 'View Photo of yourself' })).toBeVisible();
  await checkScreen(page, 'register-photo');
  await goToNextStep(page);
  await expect(page.getByRole('heading', { name: 'Health document' })).toBeVisible();
  const card = healthNumber(71_000_000);
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByLabel('BC Services Card number', { exact: true }).fill(card);
  await page.getByLabel('Confirm BC Services Card number').fill(card);
  await goToNextStep(page);
  await expect(page.getByText('Upload Card Image is Required').first()).toBeVisible();
  await chooser.setInputFiles(await picture(page, 'card.png'));
  await checkScreen(page, 'register-card');
  await goToNextStep(page);
  await typeCredentials(page, who);
  await goToNextStep(page);
  await giveConsents(page);
  await confirmEmail(page, await codeOf('email', who.email, () => createAccount(page)));
  await signIn(page, who, who.cell);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible();
  await checkScreen(page, 'profile-with-pictures');

  await page.getByRole('button', { name: 'Delete Me' }).click();
  const dialog = page.getByRole('dialog', { name: `Delete ${who.email}` });
  await checkScreen(page, 'delete-me', 'dark');
  await dialog.getByRole('button', { name: 'Delete Me' }).click();
  await expect(page).toHaveURL(/\/login/);
  await typePassword(page, who);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ hasText: /\w/ }).first()).toBeVisible();
});
