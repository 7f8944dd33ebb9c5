// SPDX-License-Identifier: AGPL-3.0-or-later

// The card of a request keeps its parts where they are, from its first decision to its last.
import type { Locator } from '@playwright/test';
import { signInStaff } from './steps/account';
import { patientByApi } from './steps/byApi';
import { prescriptionCard } from './steps/doctor';
import { PATIENTS_WHO_MAY_REQUEST, requestByApi } from './steps/queue';
import { demoAccount } from './support/instance';
import { expect, test } from './support/test';

const DOCTOR = 'doctor@salal.example';

test('a decision moves nothing of its card, to the last line', async ({ page }) => {
  await signInStaff(page, demoAccount(DOCTOR));
  const sizes = [
    [1440, ['METFORMIN', 'RAMIPRIL']],
    [1280, ['CANDESARTAN', 'RAMIPRIL']],
    [390, ['METFORMIN', 'CANDESARTAN']],
  ] as const;
  for (const [at, who] of PATIENTS_WHO_MAY_REQUEST.entries()) {
    const [width, drugs] = sizes[at] ?? sizes[0];
    // oxlint-disable no-await-in-loop -- one width after the other
    const patient = await patientByApi(who.email, who.cell);
    const { label } = await requestByApi(patient, drugs);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/patient/${patient.person}`);
    const card = prescriptionCard(page, label);
    await expect(card.getByRole('button', { name: 'Acknowledge' })).toBeVisible();
    const before = await placesIn(card);
    for (const drug of drugs) {
      await card.getByRole('button', { name: new RegExp(`^Approve ${drug}`, 'i') }).click();
      await expect(card.getByRole('button', { name: new RegExp(`^Undo ${drug}`, 'i') })).toBeEnabled();
    }
    await expect(card.getByRole('button', { name: /^Prescription/ })).toBeEnabled();
    await expect(card.getByRole('button', { name: 'Acknowledge' })).toBeHidden();
    expect(await placesIn(card), `at ${width}`).toEqual(before);
    // oxlint-enable no-await-in-loop
  }
});

/** Where the views, the lines and the end of a card are, from its top. */
function placesIn(card: Locator): Promise<number[]> {
  return card.evaluate((article) => {
    const { top, height } = article.getBoundingClientRect();
    const parts = [...article.querySelectorAll('[role="radiogroup"], [data-line]')];
    return [...parts.map((part) => Math.round(part.getBoundingClientRect().top - top)), Math.round(height)];
  });
}
