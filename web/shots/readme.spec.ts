// SPDX-License-Identifier: AGPL-3.0-or-later

// The pictures of README.md, of a clinic at work: written into docs/ when all pictures are asked for.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { signIn, signInStaff } from '../e2e/steps/account';
import { requestForEverybody } from '../e2e/steps/queue';
import { waitForAnimations } from '../e2e/support/checkScreen';
import { comeToRest } from '../e2e/support/everyPage';
import { currentInstance, demoAccount } from '../e2e/support/instance';
import { openCalls } from '../e2e/support/openCalls';
import { expect, test } from '../e2e/support/test';
import { README_PICTURES } from './pictures';

test.use({ viewport: { width: 1280, height: 800 } });

async function keep(page: Page, folder: string, name: string): Promise<void> {
  await waitForAnimations(page);
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}

async function takeAll(page: Page, folder: string): Promise<void> {
  const browser = page.context().browser();
  if (!browser) throw new Error('a browser opens the other windows');
  const requests = await requestForEverybody();
  const open = openCalls(page);
  await page.goto('/login');
  await signIn(page, demoAccount('patient@salal.example'), '6045550110');
  await comeToRest(page, open);
  await keep(page, folder, 'dashboard');

  const desk = await browser.newPage();
  const openAtDesk = openCalls(desk);
  await desk.goto('/office-login');
  await signInStaff(desk, demoAccount('doctor@salal.example'));
  await comeToRest(desk, openAtDesk);
  await keep(desk, folder, 'today');
  await desk.goto(`/patient/${demoAccount('patient@salal.example').personId}`);
  await comeToRest(desk, openAtDesk);
  await expect(desk.getByText(requests[0]?.label ?? '').first()).toBeVisible();
  await keep(desk, folder, 'review');

  const sandbox = await browser.newPage();
  await sandbox.goto(currentInstance().sandboxUrl);
  await expect(sandbox.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(sandbox.getByRole('button', { name: /^Copy/ }).first()).toBeVisible();
  await expect(sandbox.getByRole('list', { name: 'Faxes' }).locator('img').first()).toHaveJSProperty(
    'complete',
    true,
  );
  await keep(sandbox, folder, 'sandbox');
}

const folder = README_PICTURES;
if (folder !== undefined) test('README.md', ({ page }) => takeAll(page, folder));
