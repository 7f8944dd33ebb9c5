// SPDX-License-Identifier: AGPL-3.0-or-later

// What a patient does for a sleep study: the questionnaire, the clinic, the checkout.
import { expect, type Locator, type Page } from '@playwright/test';

const YES = ['I snore.', 'I have been told that my breathing pauses while I am asleep.'];

/** A whole questionnaire with one blood pressure, not saved yet. */
export async function fillQuestionnaire(page: Page): Promise<void> {
  await page.getByLabel('Height (cm)').fill('171,5');
  await page.getByLabel('Weight (kg)').fill('88');
  for (const question of await page.getByRole('radiogroup').all()) await question.getByLabel('No').check();
  for (const question of YES)
    await page.getByRole('radiogroup', { name: question }).getByLabel('Yes').check();
  const reading = page.getByRole('group', { name: 'Reading 1' });
  await fillReading(reading);
}

export async function fillReading(reading: Locator): Promise<void> {
  await reading.getByLabel('Systolic (mmHg)').fill('128');
  await reading.getByLabel('Diastolic (mmHg)').fill('82');
  await reading.getByLabel('Measured on (Pacific time)').fill('2025-11-20T18:12');
}

/** From the list of companies to the checkout of a branch. */
export async function chooseClinic(page: Page, company: string, branch: string): Promise<Locator> {
  await page.getByRole('link', { name: `Select ${company}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: company })).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`^Select.*: ${branch}$`) }).click();
  const checkout = page.getByRole('dialog', { name: 'Confirm the selection?' });
  await expect(checkout).toContainText(branch);
  return checkout;
}
