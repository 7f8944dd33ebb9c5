// SPDX-License-Identifier: AGPL-3.0-or-later

// What a doctor does: finding the request, deciding on its lines, signing, faxing, paying back.
import { expect, type Locator, type Page } from '@playwright/test';
import { checkScreen } from '../support/checkScreen';

export const prescriptionCard = (page: Page, label: string): Locator =>
  page.getByRole('article', { name: `Prescription ${label}` });

export const medicationLine = (page: Page, label: string, drug: string): Locator =>
  prescriptionCard(page, label).locator('[data-line]').filter({ hasText: drug });

/** From the inbox to the patient's page, by the message about the request. */
export async function openFromInbox(page: Page, patient: string, name?: string): Promise<void> {
  await page.goto('/messaging');
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  const entry = page.getByRole('link').filter({ hasText: patient }).first();
  await expect(entry).toBeVisible();
  if (name !== undefined) await checkScreen(page, `${name}-inbox`, 'dark');
  await entry.click();
  await page.getByRole('link', { name: 'Open patient' }).click();
  await expect(page.getByRole('heading', { level: 1, name: patient })).toBeVisible();
}

export async function acknowledge(page: Page, label: string): Promise<void> {
  const button = prescriptionCard(page, label).getByRole('button', { name: 'Acknowledge' });
  await button.click();
  await expect(button).toBeHidden();
}

/** Changes how often a line is taken; the change stands in its history. */
export async function editFrequency(page: Page, label: string, drug: string, frequency: string) {
  await medicationLine(page, label, drug).getByRole('button', { name: /^Edit/ }).click();
  const form = page.getByRole('form', { name: /^Edit / });
  await form.getByLabel('Frequency').selectOption(frequency);
  await checkScreen(page, 'doctor-edit');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(medicationLine(page, label, drug)).toContainText(frequency);
}

export async function chooseView(
  page: Page,
  label: string,
  which: 'Update' | 'Requested' | 'Text',
): Promise<void> {
  await prescriptionCard(page, label).getByRole('radiogroup').getByText(which, { exact: true }).click();
}

/** Opens the prescription as paper, with every page drawn. */
export async function openDocument(page: Page, label: string): Promise<Locator> {
  await prescriptionCard(page, label)
    .getByRole('button', { name: /^Prescription/ })
    .click();
  const dialog = page.getByRole('dialog', { name: new RegExp(`^Prescription ${label}`) });
  await expect(dialog.getByRole('img', { name: 'Page 1, Fax cover' })).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByRole('img', { name: 'Page 2, Prescription' })).toBeVisible({ timeout: 30_000 });
  return dialog;
}

/** Draws a signature with the mouse. */
export async function drawSignature(page: Page, dialog: Locator): Promise<void> {
  const pad = dialog.getByRole('img', { name: /^Signature/ });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('the signature has a place to be drawn');
  // No hand draws the same twice, and a drawing that was used before signs nothing.
  const shake = () => (Math.random() - 0.5) * 0.08;
  const at = (x: number, y: number) =>
    [box.x + box.width * (x + shake()), box.y + box.height * (y + shake())] as const;
  await page.mouse.move(...at(0.15, 0.6));
  await page.mouse.down();
  for (const [x, y] of [
    [0.2, 0.25],
    [0.28, 0.7],
    [0.36, 0.3],
    [0.45, 0.65],
    [0.6, 0.35],
    [0.8, 0.55],
  ] as const)
    await page.mouse.move(...at(x, y), { steps: 6 });
  await page.mouse.up();
  await expect(dialog.getByRole('img', { name: 'Signature, drawn' })).toBeVisible();
}

/** Draws a signature with the mouse and signs with it. */
export async function signDocument(page: Page, dialog: Locator): Promise<void> {
  await drawSignature(page, dialog);
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(dialog.getByText(/^Signed by /)).toBeVisible({ timeout: 30_000 });
  // The pages are drawn again, from the signed document.
  await expect(dialog).not.toContainText('NOT SIGNED', { timeout: 30_000 });
}

export async function faxDocument(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: /^(Re-)?Fax/ }).click();
  await expect(page.getByText('Queue prescription fax success.').first()).toBeVisible({ timeout: 30_000 });
  await expect(dialog).toHaveCount(0);
}
