// SPDX-License-Identifier: AGPL-3.0-or-later

// Messages between a patient and the staff, and the pages behind the links of e-mails: what a person
// does on them, and what the pages say when a link is used up, unknown or too late.
import { type Browser, type Page } from '@playwright/test';
import { signIn, signInStaff } from './steps/account';
import { faxedByApi, linkTo, patientByApi, staffByApi, writeByApi } from './steps/byApi';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

// Nobody waits a day in a test: reports and copies are possible at once.
test.use({
  settings: { SALAL_LINKS__NOT_RECEIVED_AFTER_HOURS: '0', SALAL_LINKS__RESEND_AFTER_HOURS: '0' },
});

const PATIENT = { email: 'patient@salal.example', cell: '6045550110' };
const SENT = 'Your message was successfully sent to the doctor.';

/** One transparent pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = Buffer.from(
  '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n' +
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n' +
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj\n' +
    'trailer\n<< /Root 1 0 R /Size 4 >>\nstartxref\n9\n%%EOF\n',
);

const files = (page: Page) => page.getByLabel('Attach files, PDF or image');
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });

/** A page without a session, as the reader of an e-mail has it. */
async function reader(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

test('a patient writes, customer service answers, the patient reads and puts away', async ({
  browser,
  page,
}) => {
  const who = demoAccount(PATIENT.email);
  await page.goto('/login');
  await signIn(page, who, PATIENT.cell);

  await test.step('what is there already', async () => {
    await page.goto('/messaging');
    await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
    await checkScreen(page, 'messages-inbox', 'dark');
    await page.getByRole('link', { name: 'Archive', exact: true }).click();
    await expect(rows(page)).toHaveCount(1);
    await checkScreen(page, 'messages-archive');
  });

  await test.step('writing to Customer Service, with faults and files', async () => {
    await page.getByRole('button', { name: 'Compose' }).click();
    const dialog = page.getByRole('dialog', { name: 'New message' });
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog.getByText('Please enter a subject').first()).toBeVisible();
    await checkScreen(page, 'messages-compose-faults');
    await files(page).setInputFiles({
      name: 'run.exe',
      mimeType: 'application/x-msdownload',
      buffer: Buffer.from('MZ'),
    });
    await expect(
      dialog.getByRole('alert').getByText('Only allow uploading following file type: pdf,image').first(),
    ).toBeVisible();
    // The name says PDF and the content does not: the server looks inside.
    await files(page).setInputFiles({
      name: 'not.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('MZ'),
    });
    await dialog.getByLabel('Subject').fill('A question about my pharmacy');
    await dialog
      .getByLabel('Message', { exact: false })
      .last()
      .fill('Good morning.\n\nWhich one do you have on file? 👋');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog.getByText(/Only allow uploading following file type/).first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Remove not.pdf' }).click();
    await files(page).setInputFiles([
      { name: 'card.png', mimeType: 'image/png', buffer: PIXEL },
      { name: 'letter.pdf', mimeType: 'application/pdf', buffer: PDF },
    ]);
    await checkScreen(page, 'messages-compose');
    // Escape asks before it throws anything away.
    await page.keyboard.press('Escape');
    const sure = page.getByRole('dialog', { name: 'Discard this message?' });
    await sure.getByRole('button', { name: 'Keep writing' }).click();
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText(SENT).first()).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('link', { name: 'Sent', exact: true }).click();
    await expect(rows(page).first()).toContainText('A question about my pharmacy');
    await checkScreen(page, 'messages-sent');
    // The inbox stays open while somebody answers.
    await page.goto('/messaging');
    await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  });

  await test.step('customer service answers', async () => {
    const desk = await (await browser.newContext()).newPage();
    await signInStaff(desk, demoAccount('care@salal.example'));
    await desk.goto('/messaging');
    await desk.getByRole('link', { name: /A question about my pharmacy/ }).click();
    await expect(
      desk.getByRole('list', { name: 'Message and replies' }).getByText('Which one do you have on file? 👋'),
    ).toBeVisible();
    await desk.getByRole('button', { name: 'View card.png' }).click();
    await expect(
      desk.getByRole('dialog', { name: 'card.png' }).getByRole('img', { name: 'card.png' }),
    ).toBeVisible();
    await desk.keyboard.press('Escape');
    await checkScreen(desk, 'messages-staff');
    await desk.getByRole('textbox', { name: /^Reply to/ }).fill('It is the one of your last request.');
    await desk.getByRole('button', { name: 'Reply' }).click();
    await expect(desk.getByText(/^Your message was sent to /).first()).toBeVisible();
    await expect(desk.getByRole('textbox', { name: /^Reply to/ })).toHaveCount(0);
    await desk.context().close();
  });

  await test.step('the answer is there by itself, is read, answered and put away', async () => {
    const row = rows(page).filter({ hasText: 'A question about my pharmacy' });
    await expect(row).toContainText('It is the one of your last request.', { timeout: 30_000 });
    await row.getByRole('link', { name: /Customer Service/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'A question about my pharmacy' })).toBeVisible();
    await expect(
      page
        .getByRole('list', { name: 'Message and replies' })
        .getByText('It is the one of your last request.'),
    ).toBeVisible();
    await checkScreen(page, 'messages-thread', 'dark');
    await page.getByRole('button', { name: 'View letter.pdf' }).click();
    const paper = page.getByRole('dialog', { name: 'letter.pdf' });
    await expect(paper.getByRole('img', { name: /^Page 1/ })).toBeVisible({ timeout: 30_000 });
    await checkScreen(page, 'messages-pdf');
    await page.keyboard.press('Escape');
    await expect(paper).toHaveCount(0);
    await page.getByRole('button', { name: 'Reply' }).click();
    const box = page.getByRole('textbox', { name: 'Reply' });
    await expect(box).toBeFocused();
    await box.fill('x'.repeat(501));
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Please use at most 500 characters').first()).toBeVisible();
    await checkScreen(page, 'messages-reply-faults');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page
      .getByRole('dialog', { name: 'Discard this reply?' })
      .getByRole('button', { name: 'Discard' })
      .click();
    await page.getByRole('button', { name: 'Reply' }).click();
    await page.getByRole('textbox', { name: 'Reply' }).fill('Thank you.');
    await checkScreen(page, 'messages-reply');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Thank you.')).toBeVisible();
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await expect(page).not.toHaveURL(/[?&]message=/);
    await expect(row).toHaveCount(0);
    await page.goto('/messaging?tab=archive');
    await page.getByRole('button', { name: 'Back to inbox: A question about my pharmacy' }).click();
    await expect(row).toHaveCount(0);
    // By its address: on a phone the notices of what was sent may still cover the tabs.
    await page.goto('/messaging');
    await expect(row).toHaveCount(1);
    // A row that was opened stays marked, and five on a page are five.
    await page.getByLabel('Rows per page').selectOption('5');
    await expect(rows(page).nth(4)).toHaveCount((await rows(page).count()) >= 5 ? 1 : 0);
  });

  await test.step('nothing there, and nothing of anybody else', async () => {
    const other = await reader(browser);
    await other.goto('/login');
    await signIn(other, demoAccount('many@salal.example'), '6045550120');
    for (const [tab, text] of [
      ['', 'No messages sent to this user'],
      ['?tab=sent', 'No messages sent from this user'],
      ['?tab=archive', 'No archive messages'],
    ] as const) {
      await other.goto(`/messaging${tab}`);
      await expect(other.getByText(text)).toBeVisible();
      await checkScreen(other, `messages-empty${tab.replace('?tab=', '-')}`);
    }
    await page
      .getByRole('link', { name: /Customer Service/ })
      .first()
      .click();
    await expect(page).toHaveURL(/message=/);
    const id = new URL(page.url()).searchParams.get('message') ?? '';
    await other.goto(`/messaging?message=${id}`);
    await expect(other.getByText('This message doesn’t exist or you don’t have access to it.')).toBeVisible();
    await other.context().close();
  });
});

test('a doctor’s message is answered by its link, once', async ({ browser }) => {
  const doctor = await staffByApi('doctor@salal.example');
  const to = { email: PATIENT.email, person: demoAccount(PATIENT.email).personId };
  const address = await writeByApi(doctor, to, 'Have you had a test since?\n\nPlease attach it.', [
    new File([PIXEL], 'form.png', { type: 'image/png' }),
    new File([PDF], 'request.pdf', { type: 'application/pdf' }),
  ]);
  const page = await reader(browser);
  await page.goto(address);
  await expect(page.getByText('Have you had a test since?')).toBeVisible();
  await expect(page.getByRole('img', { name: 'form.png' })).toBeVisible();
  await checkScreen(page, 'link-reply', 'dark');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'request.pdf' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('request.pdf');
  const box = page.getByRole('textbox', { name: 'Reply' });
  await box.fill('é'.repeat(501));
  await expect(page.getByText('501 of 500')).toBeVisible();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Please use at most 500 characters').first()).toBeVisible();
  await checkScreen(page, 'link-reply-faults');
  await box.fill('Yes, in August.');
  await files(page).setInputFiles({ name: 'tsh.png', mimeType: 'image/png', buffer: PIXEL });
  await page.getByRole('button', { name: 'Send' }).click();
  const done = page.getByRole('dialog', { name: 'Message sent' });
  await expect(done).toContainText(SENT);
  await checkScreen(page, 'link-reply-sent');
  await done.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('You may close this page now.')).toBeVisible();
  await checkScreen(page, 'link-closed');
  // Nothing of the answer is kept, and the link is used up.
  await page.goto(address);
  const already = page.getByRole('dialog', { name: 'Already replied' });
  await expect(already).toContainText(
    'You have already replied to this message. Please wait for further instructions from the doctor',
  );
  await expect(page.getByText('Have you had a test since?')).toHaveCount(0);
  await checkScreen(page, 'link-replied', 'dark');
  await page.goto(address.replace(/.$/, (last) => (last === '0' ? '1' : '0')));
  await expect(page.getByRole('heading', { level: 1, name: 'Link expired' })).toBeVisible();
  await expect(page.getByText('This function has expired. Please email for assistance.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await checkScreen(page, 'link-expired');
  await page.context().close();
});

test('a prescription that did not arrive is reported, and sent again twice', async ({ browser }) => {
  const patient = await patientByApi(PATIENT.email, PATIENT.cell);
  await faxedByApi(patient, await staffByApi('doctor2@salal.example'));
  const resend = await linkTo(PATIENT.email, 'resend');
  const page = await reader(browser);

  await test.step('reported by a press, not by opening the page', async () => {
    const lines = await linkTo(PATIENT.email, 'report');
    await page.goto(lines);
    await page.reload();
    await checkScreen(page, 'link-not-received', 'dark');
    await page.getByRole('button', { name: 'My pharmacy did not receive it' }).click();
    const told = page.getByRole('dialog', { name: 'Thanks, we’ve told the front desk' });
    await expect(told).toContainText('Your request has been succesfully sent to our front desk.');
    await checkScreen(page, 'link-reported');
    await page.goto(lines);
    await expect(page.getByRole('dialog', { name: 'Already reported' })).toBeVisible();
    await checkScreen(page, 'link-already-reported');
    await page.goto(`/reply/${'0'.repeat(64)}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Link expired' })).toBeVisible();
  });

  await test.step('sent again, twice and no more', async () => {
    for (const left of [1, 0]) {
      await page.goto(resend);
      const asking = page.getByRole('dialog', { name: 'Resend prescription' });
      // The copy before has to have left first.
      await expect
        .poll(
          async () => {
            if (await asking.isVisible()) return true;
            await page.reload();
            await page.getByRole('heading', { level: 1 }).waitFor();
            return asking.isVisible();
          },
          { timeout: 60_000, intervals: [1000] },
        )
        .toBe(true);
      await expect(asking).toContainText(
        'Are you sure you want to resend your prescription to the pharmacy by fax?',
      );
      if (left === 1) await checkScreen(page, 'link-resend', 'dark');
      await asking.getByRole('button', { name: 'Yes' }).click();
      await expect(page.getByText('Prescription resent successfully!')).toBeVisible();
      if (left === 1) await checkScreen(page, 'link-resent');
    }
    await page.goto(resend);
    await expect(page.getByText(/was already sent to the pharmacy 2 more times/)).toBeVisible();
    await checkScreen(page, 'link-resend-over');
  });

  await test.step('the front desk reads of all three', async () => {
    const desk = await reader(browser);
    await signInStaff(desk, demoAccount('office@salal.example'));
    await desk.goto('/messaging');
    await expect(desk.getByText(/^Prescription not received: P-/)).toHaveCount(1);
    await expect(desk.getByText(/^Prescription sent again: P-/)).toHaveCount(2);
    await checkScreen(desk, 'messages-front-desk');
    await desk.context().close();
  });
  await page.context().close();
});
