// SPDX-License-Identifier: AGPL-3.0-or-later

// The review queue: what waits stands by age, a doctor takes one patient after the other with the keys
// alone, colleagues see at once who has whom, what leaves can be taken back for a while, and two
// doctors at one line lose nothing.
import type { Page } from '@playwright/test';
import { signInStaff } from './steps/account';
import { callApi, staffByApi } from './steps/byApi';
import { prescriptionCard, medicationLine, openDocument, signDocument } from './steps/doctor';
import { rejectByFigure } from './steps/morning';
import { type PaidRequest, requestForEverybody } from './steps/queue';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

test.use({ settings: { SALAL_JOBS__UNDO_SECONDS: '25' } });
test.describe.configure({ mode: 'serial' });

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const bar = (page: Page) => page.getByRole('region', { name: 'Review queue' });
const focusedLine = (page: Page) => page.locator('[data-line]:focus');

let requests: readonly PaidRequest[] = [];
const of = (at: number): PaidRequest => {
  const one = requests[at];
  if (!one) throw new Error('everybody asked');
  return one;
};

async function openQueue(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Review queue' }).click();
  await expect(page.getByRole('heading', { name: 'Review queue', level: 1 })).toBeVisible();
}

test('what waits stands by age, and the keys walk it', async ({ page }) => {
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await openQueue(page);
  await expect(page.getByText('Nothing waiting.')).toBeVisible();
  await checkScreen(page, 'queue-empty');
  requests = await requestForEverybody();
  // Live: nobody pressed anything.
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(0)).toContainText(of(0).label);
  await expect(rows(page).nth(2)).toContainText('Name Mismatch');
  await checkScreen(page, 'queue', 'dark');

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('c');
  await expect(rows(page).nth(1)).toContainText('You, ');
  await page.getByText(/^Unclaimed/).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByText(/^Mine/).click();
  await expect(rows(page)).toHaveCount(1);
  await rows(page).first().getByRole('link').press('Enter');
  await expect(page).toHaveURL(/\/patient\//);
  await expect(bar(page)).toContainText('Claimed by you at');
  await page.keyboard.press('c');
  await expect(bar(page)).toContainText('Unclaimed');
});

test('one patient after the other; a colleague sees who has whom', async ({ page, browser }) => {
  const second = await (await browser.newContext()).newPage();
  await signInStaff(second, demoAccount('doctor2@salal.example'));
  await openQueue(second);
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await openQueue(page);
  await page.keyboard.press('g');
  await expect(prescriptionCard(page, of(0).label)).toBeVisible();
  await expect(bar(page)).toContainText('Claimed by you at');
  await expect(rows(second).nth(0)).toContainText('Dr. ');
  await checkScreen(page, 'queue-patient', 'dark');

  // The colleague's next patient is another one, and mine is asked for before it is taken over.
  await second.keyboard.press('g');
  await expect(prescriptionCard(second, of(1).label)).toBeVisible();
  await second.goBack();
  // A key that is pressed before the rows are there goes to none of them.
  await expect(rows(second).nth(0)).toContainText('Dr. ');
  await second.keyboard.press('j');
  await second.keyboard.press('c');
  const question = second.getByRole('dialog', { name: 'Take over this patient' });
  await expect(question).toContainText('claimed this patient at');
  await checkScreen(second, 'queue-take-over');
  await question.getByRole('button', { name: 'Take over' }).click();
  await expect(bar(page)).toContainText('Dr. ');
  await page.getByRole('button', { name: 'Take over' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
  await expect(bar(page)).toContainText('Claimed by you at');
  await second.context().close();
});

test('deciding, signing and faxing by keys; the fax is taken back and sent again', async ({ page }) => {
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await openQueue(page);
  await page.getByText(/^Mine/).click();
  await rows(page).first().getByRole('link').press('Enter');
  const { label } = of(0);
  await expect(prescriptionCard(page, label)).toBeVisible();
  await page.keyboard.press('j');
  await expect(focusedLine(page)).toHaveCount(1);
  await page.keyboard.press('a');
  await page.keyboard.press('r');
  await rejectByFigure(page, '1');
  await expect(
    medicationLine(page, label, 'METFORMIN')
      .or(medicationLine(page, label, 'Metformin'))
      .first(),
  ).toContainText('Approved');
  await expect(prescriptionCard(page, label)).toContainText('Rejected');

  await test.step('an encounter is recorded', async () => {
    await prescriptionCard(page, label)
      .getByRole('button', { name: /^Record encounter/ })
      .click();
    const dialog = page.getByRole('dialog', { name: /^Record encounter/ });
    await checkScreen(page, 'queue-encounter', 'dark');
    await dialog.getByLabel('Minutes').fill('6');
    await dialog.getByRole('button', { name: 'Record', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(prescriptionCard(page, label)).toContainText('Phone, ');
  });

  const fax = async () => {
    const documentDialog = await openDocument(page, label);
    if (await documentDialog.getByRole('img', { name: /^Signature/ }).isVisible())
      await signDocument(page, documentDialog);
    await documentDialog.getByRole('button', { name: /^(Re-)?Fax/ }).click();
    await expect(documentDialog).toHaveCount(0);
  };
  await fax();
  const undo = page.getByRole('region', { name: 'Undo available' });
  await expect(undo).toContainText(`Fax of ${label}`);
  await checkScreen(page, 'queue-undo');
  // It stays over a change of screen.
  await page.getByRole('link', { name: 'Medication Search' }).click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByText(/undone\.$/)).toBeVisible();
  await page.goBack();
  await expect(prescriptionCard(page, label)).toBeVisible();
  await expect(prescriptionCard(page, label)).not.toContainText('Fax queued');
  await fax();
  await expect(prescriptionCard(page, label)).toContainText(/\d of \d faxed/, { timeout: 90_000 });

  await test.step('a refund is taken back with the button', async () => {
    await prescriptionCard(page, label)
      .getByRole('button', { name: /^Refund/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Refund confirmation' });
    await dialog.getByRole('button', { name: /^Refund \$/ }).click();
    await undo.getByRole('button', { name: /^Undo Refund/ }).click();
    await expect(page.getByText(/^Refund .* undone\.$/)).toBeVisible();
    await expect(prescriptionCard(page, label).getByRole('button', { name: /^Refund/ })).toBeVisible();
  });
});

test('two doctors at one line: both versions, and a merge of two edits', async ({ page }) => {
  const { _id, label } = of(2);
  const second = await staffByApi('doctor2@salal.example');
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await openQueue(page);
  await rows(page).filter({ hasText: label }).getByRole('link').press('Enter');
  await expect(prescriptionCard(page, label)).toBeVisible();
  await page.keyboard.press('j');
  await expect(focusedLine(page)).toHaveCount(1);
  await page.keyboard.press('e');
  const form = page.getByRole('form', { name: /^Edit / });
  await form.getByLabel('Duration').selectOption('1 month');
  // Meanwhile a colleague changes how often it is taken.
  const seen = await callApi<
    PaidRequest & { medications: { _id: string; version: number; usages: object[] }[] }
  >(second, 'GET', `/prescription/${_id}`);
  const [first] = seen.medications;
  await callApi(second, 'PUT', '/prescription/medication/medication-usage', {
    prescription: { _id },
    medication: { _id: first?._id, version: first?.version },
    usage: { ...first?.usages.at(-1), frequency: 'Twice a day' },
    toDispense: null,
  });
  await form.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: `${label} was changed by someone else` });
  // How much, how often and how long are one thing: one doctor's, or the other's.
  const directions = dialog.getByRole('row', { name: /^Directions/ });
  await expect(directions).toContainText('Twice a day');
  await expect(directions).toContainText('1 month');
  const whole = dialog.getByRole('status').filter({ hasText: 'This line will be saved' });
  await expect(whole).toContainText('1 month');
  await expect(whole).not.toContainText(/twice a day/i);
  await checkScreen(page, 'queue-conflict', 'dark');
  await directions.getByRole('radio', { name: /^Directions, theirs/ }).check();
  await expect(whole).toContainText(/twice a day/i);
  await directions.getByRole('radio', { name: /^Directions, mine/ }).check();
  await dialog.getByRole('button', { name: 'Save this line' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(prescriptionCard(page, label)).toContainText('1 month');
});

test('the office reads the queue, on a phone too', async ({ page }) => {
  await signInStaff(page, demoAccount('office@salal.example'));
  await openQueue(page);
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next patient' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Claim/ })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await checkScreen(page, 'queue-phone', 'dark');
});
