// SPDX-License-Identifier: AGPL-3.0-or-later

// Administrators maintain the catalogue: a drug is added, found, edited and taken back by hand; two hands
// at one drug lose nothing; everything works by key.
import type { Page } from '@playwright/test';
import { signInStaff } from './steps/account';
import { callApi, staffByApi } from './steps/byApi';
import { demoAccount } from './support/instance';
import { tabTo, typeInto } from './support/keyboard';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

test.describe.configure({ mode: 'serial' });

interface Drug {
  readonly id: string;
  readonly version: string;
  readonly name: string;
}

const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Drugs', exact: true }).locator(':scope > li').filter({ hasText: name });

async function open(page: Page): Promise<void> {
  await signInStaff(page, demoAccount('admin@salal.example'));
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Manage Drugs', exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Drugs' })).toBeVisible();
}

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search a drug' });

test('a drug is added, with what is missing told beside its field', async ({ page }) => {
  await open(page);
  await checkScreen(page, 'manage-drug-empty');
  await search(page).fill('zzzz');
  await expect(page.getByText('No drug was found')).toBeVisible();
  await search(page).fill('atorva');
  await expect(card(page, 'ATORVASTATIN').first()).toBeVisible();
  await checkScreen(page, 'manage-drug', 'dark');

  await page.getByRole('button', { name: '+ Add' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Drug' });
  await expect(dialog.getByRole('textbox', { name: /^administration \d$/ })).toHaveCount(3);
  await expect(dialog.getByRole('textbox', { name: /^formulation \d$/ })).toHaveCount(3);
  await expect(dialog.getByRole('textbox', { name: /^tc_ahfs_number \d$/ })).toHaveCount(3);
  await expect(dialog.getByRole('textbox', { name: /^ingredient \d, name$/ })).toHaveCount(5);
  await dialog.getByRole('textbox', { name: 'ingredient 1, name' }).fill('SALALOL');
  await dialog.getByRole('textbox', { name: 'tc_ahfs_number 2' }).fill('2408');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByRole('heading', { name: 'Error!' })).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Name is required.' })).toBeVisible();
  await checkScreen(page, 'manage-drug-faults', 'dark');
  await dialog.getByRole('link', { name: /strength unit of ingredient 1/ }).click();
  await expect(dialog.getByRole('textbox', { name: 'ingredient 1, strength unit' })).toBeFocused();
  await page.keyboard.type('MG');
  await dialog.getByRole('textbox', { name: 'ingredient 1, strength', exact: true }).fill('12.5');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('SALALOL COMPOUND');
  await dialog.getByRole('textbox', { name: 'tc_ahfs_number 2' }).fill('24:08.16');
  await dialog.getByRole('textbox', { name: 'administration 1' }).fill('ORAL');
  await dialog.getByRole('textbox', { name: 'formulation 1' }).fill('CAPSULE');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Succeed!')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(card(page, 'SALALOL COMPOUND')).toContainText('ORAL · CAPSULE');
  await expect(card(page, 'SALALOL COMPOUND')).toContainText('Added by hand');
});

test('rows come and go by key, and nothing typed is lost unasked', async ({ page }) => {
  await open(page);
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('salalol');
  await tabTo(page, card(page, 'SALALOL').getByRole('button', { name: /^Edit/ }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit Drug' });
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await expect(dialog.getByRole('textbox', { name: /^ingredient \d, name$/ })).toHaveCount(1);
  await tabTo(page, dialog.getByRole('button', { name: 'Add an ingredient' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'ingredient 2, name' })).toBeFocused();
  await page.keyboard.type('CAFFEINE');
  await page.keyboard.press('Tab');
  await page.keyboard.type('15');
  await page.keyboard.press('Tab');
  await page.keyboard.type('MG');
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .press('Enter');
  await checkScreen(page, 'manage-drug-edit', 'dark');
  await typeInto(page, dialog.getByRole('textbox', { name: 'Company' }), 'INVENTED');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(card(page, 'SALALOL')).toContainText('CAFFEINE 15 mg');
});

test("what is edited by hand is marked, and Health Canada's data come back", async ({ page }) => {
  await open(page);
  await search(page).fill('ramipril');
  const first = page.getByRole('list', { name: 'Drugs', exact: true }).locator(':scope > li').first();
  const name = (await first.getByRole('heading').textContent()) ?? '';
  await first.getByRole('button', { name: /^Edit/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Drug' });
  await dialog.getByRole('textbox', { name: 'Descriptor' }).fill('Looked at by hand');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(first).toContainText('Edited by hand');
  await page.getByRole('checkbox', { name: 'Edited by hand only' }).check();
  await search(page).fill('');
  await expect(page.getByText('2 drugs')).toBeVisible();
  await checkScreen(page, 'manage-drug-by-hand', 'dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await checkScreen(page, 'manage-drug-by-hand-narrow');
  await card(page, name).getByRole('button', { name: /^Edit/ }).click();
  await checkScreen(page, 'manage-drug-edit-narrow');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await card(page, name)
    .getByRole('button', { name: /^Reset to Health/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByText('1 drug', { exact: true })).toBeVisible();
  await card(page, 'SALALOL')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Nothing was edited by hand')).toBeVisible();
});

test('two hands at one drug lose nothing', async ({ page }) => {
  await open(page);
  await search(page).fill('metformin');
  const first = page.getByRole('list', { name: 'Drugs', exact: true }).locator(':scope > li').first();
  await first.getByRole('button', { name: /^Edit/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Drug' });
  await dialog.getByRole('textbox', { name: 'Descriptor' }).fill('Mine');
  const admin = await staffByApi('admin@salal.example');
  const { items } = await callApi<{ items: readonly (Drug & Record<string, unknown>)[] }>(
    admin,
    'GET',
    '/drug/catalogue?q=metformin',
  );
  const [seen] = items;
  if (!seen) throw new Error('the demo has metformin');
  const { filter: _f, needsDoctor: _n, hand: _h, ...fields } = seen;
  await callApi(admin, 'PUT', '/drug', { ...fields, descriptor: 'Theirs', company_name: 'THEIR COMPANY' });
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByText('Someone else changed this drug while you were editing')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Company' })).toHaveValue('THEIR COMPANY');
  await expect(dialog.getByText('Descriptor: theirs Theirs, yours Mine')).toBeVisible();
  await checkScreen(page, 'manage-drug-conflict');
  await dialog.getByRole('button', { name: 'Use theirs, Descriptor' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Descriptor' })).toHaveValue('Theirs');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog).toBeHidden();
  await expect(first).toContainText('THEIR COMPANY');
});
