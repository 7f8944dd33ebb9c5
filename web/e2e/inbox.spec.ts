// SPDX-License-Identifier: AGPL-3.0-or-later

// The staff's inbox as they use it: with the keyboard alone, next to one another, and on a phone.
import { expect as check, type Page } from '@playwright/test';
import { signInStaff } from './steps/account';
import { type Caller, callApi, patientByApi, staffByApi } from './steps/byApi';
import { demoAccount, currentInstance } from './support/instance';
import { accessibilityFindings, checkScreen } from './support/checkScreen';
import { expect, test } from './support/test';

// cspell:ignore jckyu

const PATIENT = { email: 'patient@salal.example', cell: '6045550110' };

interface Sent {
  readonly _id: string;
  readonly replyCount: number;
}

async function form(by: Caller, method: string, path: string, fields: Record<string, string>): Promise<Sent> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const answer = await fetch(`${currentInstance().url}/api${path}`, {
    method,
    headers: { 'x-access-token': by.token, 'idempotency-key': crypto.randomUUID() },
    body,
  });
  check(answer.ok, `${path}: ${answer.status}`).toBe(true);
  return answer.json();
}

const write = (by: Caller, to: string, subject: string, message: string) =>
  form(by, 'POST', '/message', { to, subject, message });

const reply = (by: Caller, id: string, message: string) =>
  form(by, 'PUT', '/message/updateReplies', { id, message });

const rows = (page: Page) => page.locator('[data-row]');
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });
const box = (page: Page) => page.getByRole('textbox', { name: /^Reply to/ });

test('the office keeps templates, and two of them do not overwrite one another', async ({
  page,
  browser,
}) => {
  await signInStaff(page, demoAccount('office@salal.example'));
  await page.goto('/messaging');
  await page.getByRole('button', { name: 'Templates' }).click();
  await page.getByRole('button', { name: 'Add a template' }).click();
  const first = page.getByRole('dialog', { name: 'Add a template' });
  await first.getByLabel('Name').fill('Blood test');
  await first.getByLabel('Text').fill('Dear {Firstname},');
  await first.getByRole('button', { name: 'Save' }).click();
  await expect(first.getByText('Unknown placeholder {Firstname}.', { exact: false }).first()).toBeVisible();
  await checkScreen(page, 'template-faults');
  await first.getByLabel('Text').fill('Dear {FirstName},\nplease have your blood tested.\n{MyName}');
  await first.getByRole('button', { name: 'Save' }).click();
  const list = page.getByRole('dialog', { name: 'Templates' });
  await expect(list.getByText('Blood test', { exact: true })).toBeVisible();
  await checkScreen(page, 'templates', 'dark');

  const admin = await (await browser.newContext()).newPage();
  await signInStaff(admin, demoAccount('admin@salal.example'));
  await admin.goto('/messaging');
  await admin.getByRole('button', { name: 'Templates' }).click();
  await admin.getByRole('button', { name: 'Edit Blood test' }).click();
  await list.getByRole('button', { name: 'Edit Blood test' }).click();
  const mine = page.getByRole('dialog', { name: 'Edit “Blood test”' });
  await mine.getByLabel('Name').fill('Blood test due');
  await mine.getByRole('button', { name: 'Save' }).click();
  await expect(list.getByText('Blood test due', { exact: true })).toBeVisible();
  const theirs = admin.getByRole('dialog', { name: 'Edit “Blood test”' });
  await theirs.getByLabel('Text').fill('Dear {FirstName}, your blood test is due. {MyName}');
  await theirs.getByRole('button', { name: 'Save' }).click();
  await expect(theirs.getByText(/changed it to:/)).toBeVisible();
  await checkScreen(admin, 'template-conflict');
  await theirs.getByRole('button', { name: 'Keep mine' }).click();
  await theirs.getByLabel('Name').fill('Blood test due');
  await theirs.getByRole('button', { name: 'Save' }).click();
  // While it is open its own text box says so as well.
  await expect(theirs).toHaveCount(0);
  await expect(admin.getByText('your blood test is due.', { exact: false })).toBeVisible();
  await admin.context().close();
});

test('a doctor reads, answers and puts away without a pointer', async ({ page }) => {
  const doctor = await staffByApi('doctor@salal.example');
  const second = await staffByApi('doctor2@salal.example');
  const office = await staffByApi('office@salal.example');
  const patient = await patientByApi(PATIENT.email, PATIENT.cell);
  // The story before this one leaves such a template; run anew by itself this one has a fresh clinic.
  await callApi(office, 'POST', '/message-template', {
    name: 'Blood sugar',
    body: 'Dear {FirstName}, your blood sugar test is due. {MyName}',
  });
  await form(office, 'POST', '/message', {
    to: 'Doctor',
    subject: 'Please call the pharmacy',
    message: '=1+1',
  });
  const thread = await write(second, patient.person, 'About your thyroid test', 'Have you had one since?');
  await reply(patient, thread._id, 'Yes, in August.');
  await signInStaff(page, demoAccount('doctor2@salal.example'));
  await page.goto('/messaging');
  await expect(row(page, 'About your thyroid test')).toBeVisible();
  await checkScreen(page, 'inbox', 'dark');

  await test.step('walk, open, read', async () => {
    await page.keyboard.press('j');
    await expect(rows(page).first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'About your thyroid test' })).toBeVisible();
    await expect(page.getByText('Yes, in August.').last()).toBeVisible();
    await expect(page.getByText('New', { exact: true })).toBeVisible();
    await checkScreen(page, 'inbox-open', 'dark');
  });

  await test.step('a reply survives looking elsewhere, and begins with a template', async () => {
    await page.keyboard.press('r');
    await expect(box(page)).toBeFocused();
    // Single keys rest while one types.
    await page.keyboard.type('jckyu');
    await expect(box(page)).toHaveValue('jckyu');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('medication search');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Medication Search' })).toBeVisible();
    await page.goBack();
    await expect(box(page)).toHaveValue('jckyu');
    await expect(row(page, 'About your thyroid test')).toContainText('Draft');
    await box(page).fill('');
    await page.keyboard.press('ControlOrMeta+/');
    await page.getByRole('combobox', { name: 'Find a template' }).fill('sugar');
    await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(1);
    await checkScreen(page, 'inbox-template');
    await page.keyboard.press('Enter');
    await expect(box(page)).toHaveValue(/^Dear Maren, your blood sugar test is due\. /);
    await expect(box(page)).toBeFocused();
  });

  await test.step('a colleague answers first, and that is shown before sending', async () => {
    await reply(doctor, thread._id, 'Thank you. I have seen the result.');
    await expect(page.locator('strong').filter({ hasText: ' answered at ' })).toBeVisible();
    await checkScreen(page, 'inbox-answered', 'dark');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(box(page)).toHaveValue(/^Dear Maren/);
    await page.getByRole('button', { name: 'I have read it' }).focus();
    await page.keyboard.press('Enter');
    await box(page).focus();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('Your message was sent to Maren Holloway.').first()).toBeVisible();
    await expect(box(page)).toHaveCount(0);
  });

  await test.step('unread again, put away, and the next one', async () => {
    await page.keyboard.press('y');
    await expect(row(page, 'About your thyroid test')).toHaveCount(0);
    await expect(page.locator('[data-row][aria-current="true"]')).toHaveCount(1);
    const next = page.locator('[data-row][aria-current="true"]');
    await expect(next).not.toContainText('Unread:');
    await page.keyboard.press('u');
    await expect(next).toContainText('Unread:');
    await page.getByRole('link', { name: 'Archive', exact: true }).click();
    await expect(row(page, 'About your thyroid test')).toBeVisible();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(help.getByText('compose a message')).toBeVisible();
    await checkScreen(page, 'inbox-shortcuts');
    await page.keyboard.press('Escape');
  });

  await test.step('to a patient, who is found by searching', async () => {
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'New message' });
    await dialog.getByRole('combobox', { name: 'Patient' }).fill('holloway');
    await expect(dialog.getByRole('option').first()).toContainText('Maren Holloway');
    await checkScreen(page, 'inbox-compose');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Subject').fill('A new question');
    await dialog.getByLabel('Message').fill('How are you?');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('Your message was sent to Maren Holloway.').first()).toBeVisible();
    await page.getByRole('link', { name: 'Sent', exact: true }).click();
    await expect(row(page, 'A new question')).toBeVisible();
  });

  await test.step('what comes in is there by itself', async () => {
    await page.getByRole('link', { name: 'Inbox', exact: false }).last().click();
    const fresh = await write(doctor, second.person, 'Just now', 'Can you cover?');
    await expect(row(page, 'Just now')).toBeVisible({ timeout: 3_000 });
    expect(fresh.replyCount).toBe(0);
  });
});

test('every role has its lists', async ({ browser }) => {
  for (const [email, tabs] of [
    ['admin@salal.example', ['Inbox', 'Sent', 'All messages']],
    ['care@salal.example', ['Inbox', 'Sent', 'Archive']],
  ] as const) {
    const page = await (await browser.newContext()).newPage();
    await signInStaff(page, demoAccount(email));
    await page.goto('/messaging');
    const lists = page.getByRole('navigation', { name: 'Lists', exact: true }).getByRole('link');
    await expect(lists).toHaveCount(tabs.length);
    for (const [at, tab] of tabs.entries()) await expect(lists.nth(at)).toContainText(tab);
    await lists.last().click();
    await expect(lists.last()).toHaveAttribute('aria-current', 'page');
    await checkScreen(page, `inbox-${email.split('@')[0] ?? ''}`);
    // Administrators read everybody's messages and put none of them away.
    if (email.startsWith('admin'))
      await expect(page.getByRole('button', { name: /^Archive/ })).toHaveCount(0);
    await page.context().close();
  }
});

test('on a phone: the list, then the message', async ({ page }) => {
  const office = await staffByApi('office@salal.example');
  await form(office, 'POST', '/message', { to: 'Doctor', subject: 'For the phone', message: 'Please read.' });
  await page.setViewportSize({ width: 390, height: 844 });
  await signInStaff(page, demoAccount('doctor2@salal.example'));
  await page.goto('/messaging');
  await expect(rows(page).first()).toBeVisible();
  await checkScreen(page, 'inbox-phone');
  await rows(page).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await checkScreen(page, 'inbox-phone-open');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.locator('main').getByRole('link', { name: 'Inbox' }).click();
  await expect(rows(page).first()).toBeVisible();
});
