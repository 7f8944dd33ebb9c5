// SPDX-License-Identifier: AGPL-3.0-or-later

// The server did it, and the answer was lost on the way. Whoever presses again gets the answer to the first press:
// nothing is done twice, and nobody is told that somebody else did it.
import type { Page } from '@playwright/test';
import { signIn, signInStaff } from './steps/account';
import { openCard } from './steps/cards';
import { acknowledge, medicationLine, openDocument, openFromInbox, signDocument } from './steps/doctor';
import {
  addMedication,
  confirmPaid,
  confirmRequested,
  giveAgreement,
  payByCard,
  payNow,
  startRequest,
} from './steps/patient';
import { checkScreen } from './support/checkScreen';
import { demoAccount } from './support/instance';
import { expect, test } from './support/test';

// Long enough to press Undo on a busy machine.
test.use({ settings: { SALAL_JOBS__UNDO_SECONDS: '25' } });

/** Lets the next calls of a command reach the server, and loses their answers. Tells how many it lost. */
async function loseAnswers(page: Page, method: string, path: string, count: number): Promise<() => number> {
  let lost = 0;
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== method || lost >= count) return route.fallback();
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  return () => lost;
}

const RAMIPRIL = { typed: 'ramip', name: 'RAMIPRIL', strength: /^5/, frequency: 'Once a day' };

async function arrive(page: Page, email: string, cell: string): Promise<void> {
  await page.goto('/login');
  await signIn(page, demoAccount(email), cell);
}

test('a request is created once, however often its answer is lost', async ({ page }) => {
  await arrive(page, 'patient@salal.example', '6045550110');
  await startRequest(page);
  await addMedication(page, RAMIPRIL);
  // The press, and the three times the page asks by itself.
  const lost = await loseAnswers(page, 'POST', '/api/prescription', 4);
  await giveAgreement(page);
  await expect.poll(lost).toBe(4);
  await expect(page.getByRole('button', { name: 'Confirm Medication Request' })).toBeEnabled();
  // What the page asks by itself when the network is back is another command to nobody.
  const asked = page.waitForResponse((one) => one.url().includes('/api/prescription/medication/number/'));
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await asked;
  await page.getByRole('button', { name: 'Confirm Medication Request' }).click();
  const label = await confirmRequested(page);
  await page.goto('/prescriptions');
  await expect(page.getByText(label).first()).toBeVisible();
  const number = Number(label.replace('P-', ''));
  await expect(page.getByText(`P-${number - 1}`)).toHaveCount(0);
  await expect(page.getByText(/P-\d+/)).toHaveCount(await page.getByText(label).count());
});

test('medical information is saved once, and no one else is said to have changed it', async ({ page }) => {
  await arrive(page, 'patient@salal.example', '6045550110');
  await page.goto('/medicalInfo/edit');
  await page.getByRole('button', { name: 'Asthma', exact: true }).click();
  await loseAnswers(page, 'POST', '/api/medicalinfo/update', 1);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await save.click();
  await expect(page.getByText('Medical information updated successfully.')).toBeVisible();
});

test('a fax whose answer was lost is one fax', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await arrive(page, 'mismatch@salal.example', '6045550115');
  await startRequest(page);
  await addMedication(page, RAMIPRIL);
  await giveAgreement(page);
  const label = await confirmRequested(page);
  await payNow(page);
  await payByCard(page, '4242424242424242');
  await confirmPaid(page);
  await page.context().close();

  const desk = await (await browser.newContext()).newPage();
  await signInStaff(desk, demoAccount('doctor@salal.example'));
  await openFromInbox(desk, 'Lucian Abernethy');
  await acknowledge(desk, label);
  await medicationLine(desk, label, 'RAMIPRIL')
    .getByRole('button', { name: /^Approve/ })
    .click();
  const dialog = await openDocument(desk, label);
  await signDocument(desk, dialog);
  const lost = await loseAnswers(desk, 'POST', '/api/fax/queue-prescription-fax', 1);
  await dialog.getByRole('button', { name: 'Fax', exact: true }).click();
  await expect.poll(lost).toBe(1);
  // What is shown is what became of it.
  await expect(dialog).toContainText('The fax is on its way.');
  // It is undone from the dialog, and faxed again in it: one fax leaves.
  const undo = desk.getByRole('button', { name: `Undo Fax of ${label}` });
  await expect(undo).toBeVisible();
  await dialog.getByRole('button', { name: /^Void copy 1/ }).focus();
  await desk.keyboard.press('Tab');
  await expect(undo).toBeFocused();
  await undo.click();
  await expect(desk.getByText(/undone\.$/)).toBeVisible();
  const fax = dialog.getByRole('button', { name: 'Fax', exact: true });
  await expect(dialog).toContainText('Not faxed yet.');
  await fax.click();
  await expect(desk.getByText('Queue prescription fax success.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await desk.goto('/fax-desk');
  await expect(desk.getByRole('row').filter({ hasText: label })).toHaveCount(1);
});

test('a password whose change was not answered: the sign-in page says what may have happened', async ({
  page,
}) => {
  const account = demoAccount('private@salal.example');
  const password = 'Saltspray2026';
  await arrive(page, account.email, '6045550112');
  await page.goto('/profile');
  await openCard(page, 'User Credentials');
  await page.getByRole('button', { name: 'Edit: User Credentials' }).click();
  await page.getByLabel('New Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(password);
  await page.getByLabel('Current password', { exact: true }).fill(account.password);
  const lost = await loseAnswers(page, 'PUT', '/api/user/credential/*', 1);
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  await expect.poll(lost).toBe(1);
  await expect(page.locator('main').getByRole('alert').first()).toBeVisible();
  await save.click();
  await expect(page).toHaveURL(/\/login\?next=%2Fprofile/);
  await expect(page.getByText('Your password may have been changed already.')).toBeVisible();
  await expect(page.getByText('Sign in with your new password.')).toBeVisible();
  await checkScreen(page, 'lost-password', 'dark', 'narrow');
  await signIn(page, { ...account, password }, '6045550112', undefined, /\/profile/);
  await expect(page.getByRole('heading', { name: 'User Credentials' })).toBeVisible();
});
