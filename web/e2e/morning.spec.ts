// SPDX-License-Identifier: AGPL-3.0-or-later

// A doctor's morning without a mouse: twelve requests of seven patients from the queue to the pharmacies,
// a line edited first, one rejected and paid back, a fax that fails and is sent again from the fax desk,
// a note and its answer, a sleep study, a laboratory result. At the end nothing waits, and every fax and
// refund was made once. Only the pen of the signature is not a key (steps/morning.ts).
import type { Page } from '@playwright/test';
import { prescriptionCard, medicationLine } from './steps/doctor';
import { importLabs, labMessage } from './steps/labs';
import {
  answerByLink,
  approveAndFax,
  setUpMorning,
  decideLine,
  sandboxEffects,
  goTo,
  type Morning,
  nextPatient,
  openDocumentByKey,
  refundByKeys,
  signAndFax,
  signInByKeys,
  signInInk,
  type Waiting,
  walkTo,
} from './steps/morning';
import { demoAccount } from './support/instance';
import { pickOption, pressByKey, tabTo } from './support/keyboard';
import { failNextCall } from './support/outbox';
import { expect, test } from './support/test';

test.use({ settings: { SALAL_PORTAL__CHART_URL: 'https://charts.morning.example/find?hin={number}' } });

const DOCTOR = 'doctor@salal.example';
const SLEEP_FAX = '2505550123';

const LIPIDS = 'OBR|1||E-3001|LIP^Lipids^L|||20251118081000-0800';
const LDL = 'OBX|1|NM|LDL^LDL cholesterol^L||3.7|mmol/L|<3.5|H|||F';

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const waits = (page: Page) => rows(page).filter({ hasText: /P-\d/ });

test.describe.configure({ timeout: 900_000 });

test('twelve requests and what else a morning brings, by keyboard', async ({ page }) => {
  // The browser's own print dialog would stop everything; who goes on to the next patient is the key.
  await page.addInitScript(() => {
    localStorage.setItem('salal.goes-on', 'off');
    window.print = () => {
      document.documentElement.dataset['printing'] = 'yes';
    };
  });
  const morning: Morning = await setUpMorning();
  expect(await importLabs(labMessage([LIPIDS, LDL]))).toContain('1 new');
  const of = (at: number): Waiting => {
    const found = morning.waiting[at];
    if (!found) throw new Error(`there are twelve requests, and no number ${at}`);
    return found;
  };
  const faxesTo = async (number: string) =>
    (await sandboxEffects('srfax', 'fax')).filter((one) => one.to === `1${number}`).length;

  await test.step('the oldest of twelve is claimed and opened', async () => {
    await signInByKeys(page, DOCTOR);
    await goTo(page, 'Review queue');
    await expect(waits(page)).toHaveCount(12);
    await expect(rows(page).first()).toContainText(of(0).label);
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await expect(rows(page).first()).toContainText('You, ');
    await page.keyboard.press('o');
    await expect(page.getByRole('heading', { level: 1, name: 'Maren Holloway' })).toBeVisible();
  });

  await test.step('approved, signed and faxed', async () => {
    await approveAndFax(page, of(0).label, 'METFORMIN');
    await approveAndFax(page, of(6).label, 'RAMIPRIL');
  });

  await test.step('a note is signed, sent and answered, and the answer acknowledged', async () => {
    const notes = page.getByRole('region', { name: 'Notes', exact: true });
    const newest = notes.getByRole('article').first();
    await page.keyboard.press('n');
    await expect(notes.getByRole('textbox', { name: 'New note' })).toBeFocused();
    await page.keyboard.type('Have you had your kidneys checked since last year?');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(newest).toContainText('[Signed by ');
    await pressByKey(page, newest.getByRole('button', { name: /^Send note/ }));
    const dialog = page.getByRole('dialog', { name: /^Send note/ });
    await pressByKey(page, dialog.getByRole('button', { name: 'Send to patient and EMR' }));
    await expect(dialog).toHaveCount(0);
    // It could be kept for the medications of the requests; this one is not.
    const question = page.getByRole('dialog', { name: /^Save this question/ });
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(newest).toContainText('[Sent to patient by ', { timeout: 60_000 });
    await answerByLink('patient@salal.example', 'Yes, in August.');
    await expect(newest).toContainText('New reply');
    await pressByKey(page, newest.getByRole('button', { name: /^Acknowledge/ }));
    await expect(newest).toContainText('[Acknowledged by ');
  });

  await test.step('a laboratory result is read and acknowledged', async () => {
    await page.keyboard.press('2');
    const result = page.getByRole('article', { name: 'Lipids' });
    await expect(result.getByRole('row', { name: /LDL cholesterol/ })).toContainText('3.7 mmol/L');
    await pressByKey(page, result.getByRole('button', { name: 'Acknowledge Lipids' }));
    await expect(result).toContainText(/Acknowledged .* by /);
  });

  await test.step('the sleep study is faxed', async () => {
    await page.keyboard.press('5');
    const order = page.getByRole('article', { name: morning.sleepLabel });
    // It left by itself when it was paid; the clinic asks for it once more.
    await expect(order).toContainText('Fax delivered', { timeout: 60_000 });
    await pressByKey(page, order.getByRole('button', { name: `Sleep Assessment ${morning.sleepLabel}` }));
    const dialog = page.getByRole('dialog', { name: /^Sleep Assessment/ });
    await expect(dialog.getByRole('img', { name: 'Page 1, Sleep assessment' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(dialog).toBeHidden();
    await expect.poll(() => faxesTo(SLEEP_FAX), { timeout: 60_000 }).toBe(2);
  });

  await test.step('a line is edited before it is approved', async () => {
    await nextPatient(page, 'Anneliese Varga');
    const { label } = of(1);
    await walkTo(page, label, 'RAMIPRIL');
    await page.keyboard.press('e');
    const form = page.getByRole('form', { name: /^Edit / });
    await pickOption(page, form.getByLabel('Duration'), '1 month');
    await pressByKey(page, form.getByRole('button', { name: 'Save' }));
    await expect(form).toHaveCount(0);
    await expect(medicationLine(page, label, 'RAMIPRIL')).toContainText('1 month');
    await approveAndFax(page, label, 'RAMIPRIL');
    await approveAndFax(page, of(8).label, 'METFORMIN');
  });

  await test.step('one is rejected and paid back', async () => {
    await nextPatient(page, 'Lucian Abernethy');
    await decideLine(page, of(2).label, 'METFORMIN', 'r');
    await refundByKeys(page, of(2).label);
    await expect(prescriptionCard(page, of(2).label)).toContainText('Refunded $', { timeout: 60_000 });
  });

  await test.step('a fax is refused; of the other request one line is paid back', async () => {
    await nextPatient(page, 'Rosalind Mbeki-Strand');
    const { label } = of(3);
    await decideLine(page, label, 'METFORMIN', 'a');
    await failNextCall('srfax', 'decline');
    await signAndFax(page, label, 'METFORMIN');
    await expect(prescriptionCard(page, label)).toContainText('Fax not delivered to', { timeout: 60_000 });
    const both = of(9).label;
    await decideLine(page, both, 'METFORMIN', 'r');
    await approveAndFax(page, both, 'RAMIPRIL');
    await refundByKeys(page, both);
    await expect(prescriptionCard(page, both)).toContainText('Refunded $', { timeout: 60_000 });
  });

  await test.step('without a pen: the password marks the sheet for ink, and it is printed', async () => {
    await nextPatient(page, 'Henrik Solberg-Ito');
    const { label } = of(4);
    await decideLine(page, label, 'METFORMIN', 'a');
    const documentDialog = await openDocumentByKey(page, label, 'METFORMIN');
    await signInInk(page, documentDialog, demoAccount(DOCTOR).password);
    await expect(documentDialog).toContainText('print it, sign it, and fax the sheet.');
    await pressByKey(page, documentDialog.getByRole('button', { name: 'Print', exact: true }));
    const one = page.getByRole('dialog', { name: `Print ${label}` });
    await pressByKey(page, one.getByRole('button', { name: 'Print the one copy' }));
    await expect(page.locator('html')).toHaveAttribute('data-printing', 'yes', { timeout: 30_000 });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.keyboard.press('Escape');
    await expect(documentDialog).toHaveCount(0);
    await expect(prescriptionCard(page, label)).toContainText(/Printed .* by /);
    // The paper is work until somebody says what became of it.
    await pressByKey(
      page,
      prescriptionCard(page, label).getByRole('button', { name: 'Record what happened to the paper copy' }),
    );
    const handed = page.getByRole('dialog', { name: `What happened to the paper copy of ${label}?` });
    await handed.getByRole('radio', { name: 'Handed to the pharmacy' }).focus();
    await page.keyboard.press('Space');
    await handed.getByLabel('To whom').focus();
    await page.keyboard.type('Ana at the counter');
    await pressByKey(page, handed.getByRole('button', { name: 'Confirm' }));
    await expect(prescriptionCard(page, label)).toContainText('Handed over');
  });

  await test.step('the patients who are left', async () => {
    await nextPatient(page, 'Eudora Winterbourne');
    await approveAndFax(page, of(5).label, 'METFORMIN');
    await approveAndFax(page, of(10).label, 'RAMIPRIL');
    await nextPatient(page, 'Philippa Osterhaus');
    await approveAndFax(page, of(7).label, 'METFORMIN');
    await approveAndFax(page, of(11).label, 'RAMIPRIL');
    await page.keyboard.press('g');
    await expect(page.getByText('No other patients are waiting.').first()).toBeVisible();
  });

  await test.step('the fax that was refused is sent again from the fax desk', async () => {
    await goTo(page, 'Fax desk');
    const first = page.getByRole('table', { name: 'Faxes' }).getByRole('row').nth(1);
    await expect(first).toContainText(of(3).label);
    await expect(first).toContainText('Failed');
    await page.keyboard.press('j');
    await page.keyboard.press('o');
    const pane = page.getByRole('region', { name: 'Open fax' });
    await expect(pane.getByRole('heading', { name: of(3).label })).toBeVisible();
    await page.keyboard.press('f');
    const again = page.getByRole('dialog', { name: `Send ${of(3).label} again` });
    await pressByKey(page, again.getByRole('button', { name: 'Send again' }));
    await expect(pane.getByRole('heading', { name: /copy 2/ })).toBeVisible();
    await expect(pane.getByText('Delivered').first()).toBeVisible({ timeout: 60_000 });
  });

  await test.step('nothing waits', async () => {
    await goTo(page, 'Review queue');
    await expect(page.getByText('Nothing waiting.')).toBeVisible({ timeout: 60_000 });
    await tabTo(page, page.getByRole('button', { name: 'Next patient' }));
  });

  await test.step('every fax and refund was made once', async () => {
    const notFaxed = [of(2).label, of(4).label];
    for (const { label, fax } of morning.waiting) {
      // oxlint-disable-next-line no-await-in-loop -- named one by one
      expect(await faxesTo(fax), `faxes of ${label}`).toBe(notFaxed.includes(label) ? 0 : 1);
    }
    const refunds = await sandboxEffects('stripe', 'refund');
    expect(refunds).toHaveLength(2);
    expect(new Set(refunds.map((one) => one.reference)).size).toBe(2);
  });
});
