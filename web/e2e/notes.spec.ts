// SPDX-License-Identifier: AGPL-3.0-or-later

// Notes beside a patient: a draft that follows its author from one machine to the next, signing with
// the keyboard, a revision and what it changed, sending that can be held back, and the patient's answer.
import { type Browser, expect as check, type Page } from '@playwright/test';
import { signInStaff } from './steps/account';
import { messageLinkId } from './steps/byApi';
import { demoAccount, currentInstance } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { ledger } from './support/outbox';
import { expect, test } from './support/test';

// Long enough to press Undo on a busy machine.
test.use({ settings: { SALAL_JOBS__UNDO_SECONDS: '8' } });

const PATIENT = 'patient@salal.example';
const pageOf = (email: string) => `/patient/${demoAccount(email).personId}`;
const panel = (page: Page) => page.getByRole('region', { name: 'Notes', exact: true });
const box = (page: Page) => panel(page).getByRole('textbox', { name: 'New note' });
const notes = (page: Page) => panel(page).getByRole('article');

async function opened(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInStaff(page, demoAccount(email));
  await page.goto(pageOf(PATIENT));
  await expect(box(page)).toBeEnabled();
  return page;
}

async function clinicNotes(): Promise<number> {
  const all = await ledger('clinic');
  return all.filter((one) => one.operation === 'note').length;
}

test('a doctor writes, signs, revises and sends notes', async ({ browser }) => {
  const page = await opened(browser, 'doctor@salal.example');

  await test.step('a draft typed here is there', async () => {
    await page.keyboard.press('n');
    await expect(box(page)).toBeFocused();
    await page.keyboard.type('TSH from August reviewed.');
    await expect(panel(page).getByText(/Draft saved/)).toBeVisible();
    const there = await opened(browser, 'doctor@salal.example');
    await expect(box(there)).toHaveValue('TSH from August reviewed.');
    await box(there).press('End');
    await there.keyboard.type(' Within range.');
    await expect(box(page)).toHaveValue('TSH from August reviewed. Within range.');
    await checkScreen(page, 'notes-draft', 'narrow');
    await there.context().close();
  });

  await test.step('two machines at once: both texts are shown, and both are kept', async () => {
    const there = await opened(browser, 'doctor@salal.example');
    // This machine hears nothing for a while.
    await page.context().setOffline(true);
    await box(page).press('End');
    await page.keyboard.type(' Here.');
    await box(there).press('End');
    await there.keyboard.type(' There.');
    await expect(panel(there).getByText(/Draft saved/)).toBeVisible();
    await expect
      .poll(async () => {
        const answer = await there.evaluate(async (id) => {
          const token = sessionStorage.getItem('salal.token') ?? '';
          const read = await fetch(`/api/notedraft/person/${id}`, { headers: { 'x-access-token': token } });
          return read.text();
        }, demoAccount(PATIENT).personId);
        return answer;
      })
      .toContain('There.');
    await page.context().setOffline(false);
    const dialog = page.getByRole('dialog', { name: 'This draft was changed on another device' });
    await expect(dialog).toBeVisible({ timeout: 40_000 });
    await checkScreen(page, 'notes-conflict');
    await dialog.getByRole('button', { name: 'Keep both' }).click();
    await expect(box(there)).toHaveValue(/There\.\s+TSH from August reviewed\. Within range\. Here\./);
    await there.context().close();
  });

  await test.step('signed from the keyboard', async () => {
    await box(page).fill('Metformin adherence good. Recheck in 3 months.');
    await page.keyboard.press('Control+Enter');
    await expect(notes(page).first()).toContainText(/\[Signed by .+ on \w{3} \d{2}, \d{4}, /);
    await expect(box(page)).toHaveValue('');
    await expect(box(page)).toBeFocused();
    await expect(panel(page).getByRole('button', { name: 'Sign' })).toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('revised, with what changed', async () => {
    await notes(page)
      .first()
      .getByRole('button', { name: /^Edit note/ })
      .click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Metformin adherence good. Recheck BP in 6 months.');
    await checkScreen(page, 'notes-edit');
    await page.keyboard.press('Control+Enter');
    await notes(page)
      .first()
      .getByRole('button', { name: /^Rev 2/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Note Revision History' });
    await expect(dialog.getByRole('listitem')).toHaveCount(2);
    await expect(dialog.locator('ins').first()).toContainText('BP');
    await checkScreen(page, 'notes-revisions', 'dark');
    await page.keyboard.press('Escape');
  });

  await test.step('another note cancels the edit, after asking', async () => {
    await box(page).fill('Have you had a thyroid test since last year?');
    await page.keyboard.press('Control+Enter');
    await expect(notes(page).first()).toContainText('thyroid');
    await notes(page)
      .nth(1)
      .getByRole('button', { name: /^Edit note/ })
      .click();
    await page.keyboard.type(' More');
    await notes(page)
      .first()
      .getByRole('button', { name: /^Edit note/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Another note is being edited' });
    await dialog.getByRole('button', { name: 'Discard the change' }).click();
    await expect(notes(page).first().getByRole('textbox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(notes(page).getByRole('textbox')).toHaveCount(0);
  });

  await test.step('held back in time, nothing has left', async () => {
    const before = await clinicNotes();
    await notes(page)
      .first()
      .getByRole('button', { name: /^Send note/ })
      .click();
    await checkScreen(page, 'notes-send');
    await page.getByRole('button', { name: 'Send to EMR' }).click();
    await expect(notes(page).first()).toContainText('Sending to the EMR');
    await notes(page)
      .first()
      .getByRole('button', { name: /^Undo sending/ })
      .click();
    await expect(
      notes(page)
        .first()
        .getByRole('button', { name: /^Edit note/ }),
    ).toBeVisible();
    check(await clinicNotes()).toBe(before);
  });

  await test.step('sent to the patient and the record', async () => {
    await notes(page)
      .first()
      .getByRole('button', { name: /^Send note/ })
      .click();
    await page.getByRole('button', { name: 'Send to patient and EMR' }).click();
    const question = page.getByRole('dialog', { name: /Save this question/ });
    if (await question.isVisible().catch(() => false)) await page.keyboard.press('Escape');
    await expect(notes(page).first()).toContainText('[Sent to patient by ', { timeout: 60_000 });
    await expect(
      notes(page)
        .first()
        .getByRole('button', { name: /^Edit note/ }),
    ).toHaveCount(0);
    await expect.poll(clinicNotes).toBeGreaterThan(0);
  });

  await test.step('the answer by the e-mailed link shows at once, and is acknowledged', async () => {
    const form = new FormData();
    form.append('id', await messageLinkId(PATIENT));
    form.append('from', '');
    form.append('message', 'Yes, I had one in August.');
    const answer = await fetch(`${currentInstance().url}/api/message/update-replies`, {
      method: 'PUT',
      headers: { 'idempotency-key': 'an-answer-by-link-0001' },
      body: form,
    });
    check(answer.ok, await answer.text()).toBe(true);
    await expect(notes(page).first()).toContainText('New reply');
    await checkScreen(page, 'notes-reply', 'dark');
    await notes(page)
      .first()
      .getByRole('button', { name: /^Acknowledge/ })
      .click();
    await expect(notes(page).first()).toContainText('[Acknowledged by ');
    await expect(notes(page).first()).not.toContainText('New reply');
    await page.setViewportSize({ width: 390, height: 844 });
    await checkScreen(page, 'notes-narrow');
  });
});
