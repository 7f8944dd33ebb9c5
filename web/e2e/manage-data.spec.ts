// SPDX-License-Identifier: AGPL-3.0-or-later

// Manage Data: a file in with what was left out, the build of the drugs, undo, and a look inside.
import type { Page } from '@playwright/test';
import { signInStaff } from './steps/account';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

interface Sent {
  readonly name: string;
  readonly text: string;
}

const codes = [71, 72];
const each = (more: (code: number) => object) =>
  JSON.stringify(codes.map((code) => ({ drug_code: code, ...more(code) })));

const REGISTER: Readonly<Record<string, Sent>> = {
  'Drug Product': {
    name: 'drugproduct.json',
    text: each((code) => ({
      class_name: 'Human',
      brand_name: code === 71 ? 'ARBUTINE' : 'SALALEX',
      drug_identification_number: `000000${code}`,
      descriptor: '',
      number_of_ais: '1',
      ai_group_no: '1',
      company_name: 'INVENTED',
    })),
  },
  'Active Ingredient': {
    name: 'activeingredient.json',
    text: each(() => ({ ingredient_name: 'SALALINE', strength: '5', strength_unit: 'MG' })),
  },
  'Route of Administration': {
    name: 'route.json',
    text: each(() => ({ route_of_administration_name: 'Oral' })),
  },
  'Therapeutic Class': {
    name: 'therapeuticclass.json',
    text: each(() => ({ tc_atc_number: 'C10AA05', tc_ahfs_number: '24:06.08' })),
  },
  'Product Status': {
    name: 'status.json',
    text: each(() => ({ status: 'Marketed', history_date: '2020-01-01' })),
  },
  Schedule: {
    name: 'schedule.json',
    text: each(() => ({ schedule_name: 'Prescription' })),
  },
};

async function importFile(page: Page, resource: string, { name, text }: Sent): Promise<void> {
  await page.getByLabel('Resource', { exact: true }).selectOption(resource);
  await page
    .getByLabel('File to import')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
}

const past = (page: Page) =>
  page.getByRole('table', { name: 'Recent imports' }).locator('tbody').getByRole('row');

async function imported(page: Page, resource: string, sent: Sent): Promise<void> {
  const before = await past(page).count();
  await importFile(page, resource, sent);
  await expect(past(page)).toHaveCount(before + 1);
  await expect(page.getByRole('heading', { level: 2, name: `Last: ${resource}`, exact: true })).toBeVisible();
}

test('files come in, drugs are built, an import is undone', async ({ page }) => {
  await signInStaff(page, demoAccount('admin@salal.example'));
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Manage Data', exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Data' })).toBeVisible();
  await expect(page.getByText('No imports yet', { exact: true })).toBeVisible();
  await checkScreen(page, 'manage-data-empty', 'dark');

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(
    page.getByText('Please choose the file and correct resource name before import!'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Display', exact: true }).click();
  await expect(page.getByText('Please select a resource to display!')).toBeVisible();
  await checkScreen(page, 'manage-data-warnings');

  const history = page.getByRole('table', { name: 'Recent imports' });
  await imported(page, 'Dosage Form', {
    name: 'form.txt',
    text: '71,85,TABLET,\nx,85,TABLET,\n72,85,CAPSULE,\n',
  });
  await expect(page.getByText('1 row skipped')).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download skipped rows' }).click();
  expect((await saving).suggestedFilename()).toBe('skipped-rows.csv');
  await expect(page.getByText(/^Import first: Active Ingredient|Import first: Drug Product/)).toBeVisible();

  await imported(page, 'Dosage Form', { name: 'form.txt', text: '71,85,CREAM,\n72,85,CREAM,\n' });
  await history.getByRole('button', { name: 'Undo Dosage Form' }).click();
  const sure = page.getByRole('dialog', { name: 'Undo Dosage Form' });
  await checkScreen(page, 'manage-data-undo');
  await sure.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(history.getByText('Undone')).toBeVisible();

  await importFile(page, 'Route of Administration', { name: 'form.txt', text: '71,85,CREAM,\n' });
  await expect(
    page.getByRole('listitem').filter({ hasText: 'form.txt is, by its name, a file of Dosage Form' }),
  ).toBeVisible();
  await checkScreen(page, 'manage-data-failed', 'dark');
  for (const [resource, sent] of Object.entries(REGISTER)) await imported(page, resource, sent);
  await page.getByRole('button', { name: 'Build Drugs' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Last: Build Drugs' })).toBeVisible();
  await expect(
    page.getByRole('listitem').filter({ hasText: '2 drugs, 2 with an AHFS number' }),
  ).toBeVisible();
  await checkScreen(page, 'manage-data', 'dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await checkScreen(page, 'manage-data-narrow');
});

test('a resource is looked through by keyboard', async ({ page }) => {
  await signInStaff(page, demoAccount('admin@salal.example'));
  await page.goto('/manage-data');
  await page.getByLabel('Resource to display').selectOption('Drugs');
  await page.getByLabel('Resource to display').press('Tab');
  await page.keyboard.press('Enter');
  const tree = page.getByRole('tree', { name: 'Drugs' });
  const first = tree.getByRole('treeitem').first();
  await expect(first).toHaveAttribute('aria-expanded', 'true');
  await first.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(first).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(tree.getByRole('treeitem').nth(1)).toHaveAttribute('aria-expanded', 'true');
  await expect(tree.getByRole('treeitem').nth(2)).toContainText('"administrations"');
  await checkScreen(page, 'manage-data-tree', 'dark');
});
