// SPDX-License-Identifier: AGPL-3.0-or-later

// What a patient does: medical information, the request, paying for it, and looking after it.
import { expect, type Page } from '@playwright/test';
import { checkScreen } from '../support/checkScreen';
import { codeOf } from '../support/outbox';

/** The welcome of the first visit, then the form of medical information. */
export async function enterMedicalInformation(page: Page): Promise<void> {
  const welcome = page.getByRole('dialog', { name: /^Welcome to/ });
  await expect(welcome).toBeVisible();
  await checkScreen(page, 'welcome');
  await welcome.getByRole('button', { name: 'OK' }).click();
  await expect(welcome).toHaveCount(0);
  await checkScreen(page, 'dashboard-first', 'dark');
  await page.getByRole('link', { name: 'Start', exact: true }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Enter medical information' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: /Please correct errors? below/ })).toBeVisible();
  await checkScreen(page, 'medical-faults');
  await page.getByLabel('Gender').selectOption('Female');
  const conditions = page.getByRole('group', { name: 'Medical conditions' });
  const other = conditions.getByRole('combobox', { name: 'Add a condition' });
  await other.fill('Raynaud syndrome');
  // Words that are begun and not added are asked for, not lost.
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(conditions.getByText('Other medical condition is required.')).toBeVisible();
  await other.focus();
  await page.keyboard.press('Enter');
  await expect(conditions.getByRole('listitem')).toContainText('Raynaud syndrome');
  const surgeries = page.getByRole('group', { name: 'Surgical history' });
  await surgeries.getByLabel('None of these').check();
  await expect(surgeries.getByRole('combobox', { name: 'Add a surgery' })).toBeDisabled();
  await page.getByRole('group', { name: 'Allergy to medications' }).getByLabel('None of these').check();
  await page.getByLabel('Alcohol').selectOption('No');
  await page.getByLabel('Smoking').selectOption('No');
  await page.getByLabel('Pharmacy', { exact: true }).fill('arbut');
  await page.getByRole('option', { name: /Arbutus Corner Drugs/ }).click();
  await expect(page.getByText('Fax 604-555-0131')).toBeVisible();
  await checkScreen(page, 'medical-form', 'dark');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('You have no active requests.')).toBeVisible();
}

export interface RequestedDrug {
  /** What is typed, three letters or more. */
  readonly typed: string;
  readonly name: string;
  /** How the radio card of the wanted strength begins. */
  readonly strength: RegExp;
  readonly frequency: string;
  /** Three months, if nothing is said. */
  readonly duration?: string;
}

/** From the dashboard to the form of the request. */
export async function startRequest(page: Page, name?: string): Promise<void> {
  await page.goto('/request-prescription/medicalinfo');
  await expect(page.getByRole('heading', { name: 'Review your medical information' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Nothing has changed since .+\?$/ })).toBeVisible();
  await page.getByText('Show all of my medical information').click();
  await expect(page.getByText('Preferred pharmacy')).toBeVisible();
  if (name !== undefined) await checkScreen(page, `${name}-review`);
  await page.getByRole('link', { name: 'Confirm', exact: true }).click();
  await expect(page.getByLabel('Add another medication', { exact: true })).toBeVisible();
}

export async function addMedication(page: Page, wish: RequestedDrug, name?: string): Promise<void> {
  const search = page.getByLabel('Add another medication', { exact: true });
  await search.fill('');
  await search.pressSequentially(wish.typed);
  const found = page.getByRole('option', { name: new RegExp(`^${wish.name}`, 'i') }).first();
  await expect(found).toBeVisible();
  if (name !== undefined) await checkScreen(page, `${name}-search`, 'dark');
  await found.click();
  await page.getByRole('radio', { name: wish.strength }).first().click();
  await page.getByLabel('Quantity').selectOption('One');
  await page.getByLabel('Frequency').selectOption(wish.frequency);
  await page.getByLabel('Duration').selectOption(wish.duration ?? '3 months');
  if (name !== undefined) await checkScreen(page, `${name}-strength`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(basket(page).getByRole('listitem').filter({ hasText: wish.name })).toBeVisible();
}

export const basket = (page: Page) => page.getByRole('region', { name: 'Your request' });

/** The six statements, then whatever still stands between the patient and the created request. */
export async function giveAgreement(page: Page, name?: string): Promise<void> {
  await page.getByRole('button', { name: 'Confirm Medication Request' }).click();
  const agreement = page.getByRole('dialog', { name: 'Before we send your request' });
  await expect(agreement).toBeVisible();
  const boxes = agreement.getByRole('checkbox');
  await expect(boxes).toHaveCount(6);
  for (let at = 0; at < 6; at += 1) await boxes.nth(at).check();
  if (name !== undefined) await checkScreen(page, `${name}-agreement`);
  await agreement.getByRole('button', { name: 'I confirm' }).click();
}

/** The code that proves the cell phone, asked for before a first request. */
export async function verifyPhone(page: Page, cell: string): Promise<void> {
  const asking = page.getByRole('dialog', { name: 'Verify your cell phone' });
  await expect(asking).toBeVisible();
  await checkScreen(page, 'verify-phone');
  const code = await codeOf('sms', cell, () => asking.getByRole('button', { name: 'OK' }).click());
  const typing = page.getByRole('dialog', { name: 'Please input the code sent to your cell phone' });
  await expect(typing).toBeVisible();
  await checkScreen(page, 'verify-phone-code');
  await typing.getByLabel('Code, digit 1 of 6').click();
  await page.keyboard.type(code);
}

/** The dialog of a created request; gives its label, such as P-20418. */
export async function confirmRequested(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: /^Prescription P-\d+$/ });
  await expect(dialog).toBeVisible({ timeout: 30_000 });
  await expect(dialog).toContainText(/waiting for payment|Prescription requested successfully!/);
  const title = await dialog.getByRole('heading').first().textContent();
  return /P-\d+/.exec(title ?? '')?.[0] ?? '';
}

/** The dialog's way to the payment page, or that of any page of the request. */
export async function payNow(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Pay Now' }).click();
  await expect(page.getByRole('heading', { name: 'Pay and send my request' })).toBeVisible();
}

export async function payByCard(page: Page, number: string, name?: string): Promise<void> {
  const card = page.frameLocator('iframe[title="Secure card payment input frame"]');
  await card.getByLabel('Card number').fill(number);
  await card.getByLabel('Expiry date (MM/YY)').fill('12/39');
  await card.getByLabel('CVC').fill('123');
  if (name !== undefined) await checkScreen(page, name, 'dark');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
}

export async function confirmPaid(page: Page, name?: string): Promise<void> {
  const success = page.getByRole('dialog', { name: 'Charge prescription payment successful.' });
  await expect(success).toBeVisible({ timeout: 30_000 });
  if (name !== undefined) await checkScreen(page, name);
  await success.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page).toHaveURL(/\/prescription\//);
  await expect(success).toHaveCount(0);
}

/** The page of a request is headed by its drugs; its number stands in the tab. */
export async function expectRequestPage(page: Page, label: string): Promise<void> {
  await expect(page).toHaveTitle(`Prescription ${label} · Salal`);
}
