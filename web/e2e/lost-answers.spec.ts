// SPDX-License-Identifier: AGPL-3.0-or-later

// The server did it, and the answer was lost on the way. Whoever presses again gets the answer to the first press:
// nothing is done twice, and nobody is told that somebody else did it.
import type { Page } from '@playwright/test';
import { signIn } from './steps/account';
import { addMedication, confirmRequested, giveAgreement, startRequest } from './steps/patient';
import { demoAccount } from './support/instance';
import { expect, test } from './support/test';

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

test.beforeEach(async ({ page }) => {
  await page.goto('/login');
  await signIn(page, demoAccount('patient@salal.example'), '6045550110');
});

test('a request is created once, however often its answer is lost', async ({ page }) => {
  await startRequest(page);
  await addMedication(page, {
    typed: 'ramip',
    name: 'RAMIPRIL',
    strength: /^5/,
    frequency: 'Once a day',
  });
  // The press, and the three times the page asks by itself.
  const lost = await loseAnswers(page, 'POST', '/api/prescription', 4);
  await giveAgreement(page);
  await expect.poll(lost).toBe(4);
  await expect(page.getByRole('button', { name: 'Confirm Medication Request' })).toBeEnabled();
  await page.getByRole('button', { name: 'Confirm Medication Request' }).click();
  const label = await confirmRequested(page);
  await page.goto('/prescriptions');
  await expect(page.getByText(label).first()).toBeVisible();
  const number = Number(label.replace('P-', ''));
  await expect(page.getByText(`P-${number - 1}`)).toHaveCount(0);
  await expect(page.getByText(/P-\d+/)).toHaveCount(await page.getByText(label).count());
});

test('medical information is saved once, and no one else is said to have changed it', async ({ page }) => {
  await page.goto('/medicalInfo/edit');
  await page.getByRole('button', { name: 'Asthma', exact: true }).click();
  await loseAnswers(page, 'POST', '/api/medicalinfo/update', 1);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await save.click();
  await expect(page.getByText('Medical information updated successfully.')).toBeVisible();
});
