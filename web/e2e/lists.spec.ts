// SPDX-License-Identifier: AGPL-3.0-or-later

// Every list with names of forty characters and long numbers, at the width of a phone, a tablet and two
// desks: no name, drug, number or time is broken inside a word, none leaves its cell, no page is wider than
// its window, and on a phone a row is one link of at least 64 px.
import type { Page } from '@playwright/test';
import { signIn, signInStaff } from './steps/account';
import { faxedByApi, patientByApi, staffByApi } from './steps/byApi';
import { requestByApi, requestForEverybody } from './steps/queue';
import { demoAccount } from './support/instance';
import { FIRST_NAME, LAST_NAME, LONG_LISTS } from './support/longLists';
import { expect, test } from './support/test';

const WIDTHS = [390, 720, 1440, 1920];
const LONG: Readonly<Record<string, string | number>> = {
  FirstName: FIRST_NAME,
  LastName: LAST_NAME,
  seqNumber: '0001234567',
};

/** The answer with long names and numbers in place of its own. */
function lengthen(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lengthen);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, own]) => {
      // What the longest badge says.
      if (key === 'confirmedBy') return [key, { _id: 'someone', FirstName: FIRST_NAME, LastName: LAST_NAME }];
      if (key === 'label' && typeof own === 'string' && /^P-\d+$/.test(own)) return [key, `${own}6789`];
      return [key, typeof own === typeof LONG[key] ? LONG[key] : lengthen(own)];
    }),
  );
}

async function lengthenAnswers(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    // Live events never end.
    if (route.request().method() !== 'GET' || pathname.includes('/events')) return route.fallback();
    const list = LONG_LISTS[pathname];
    if (list !== undefined) return route.fulfill({ json: list });
    const answer = await route.fetch();
    if (!(answer.headers()['content-type'] ?? '').includes('application/json')) {
      return route.fulfill({ response: answer });
    }
    return route.fulfill({ response: answer, json: lengthen(await answer.json()) });
  });
}

/** What is wrong with the lists on screen. */
function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const whole = new Set(['person', 'drug', 'number', 'reference', 'time']);
    const parts = 'main table[aria-label] tbody td, main li [data-kind]';
    for (const cell of document.querySelectorAll<HTMLElement>(parts)) {
      if (!cell.checkVisibility()) continue;
      const isPhone = cell.dataset['kind'] === undefined;
      if (!isPhone && !whole.has(cell.dataset['kind'] ?? '')) continue;
      if (cell.scrollWidth > cell.clientWidth + 1) found.push(`leaves its cell: ${cell.innerText}`);
      // What stands at the right edge of a row leaves its cell at the left one.
      const { left } = cell.getBoundingClientRect();
      const pieces = isPhone ? [...cell.querySelectorAll(':scope > :not(.s-visually-hidden)')] : [];
      if (pieces.some((part) => part.getBoundingClientRect().left < left - 1))
        found.push(`over the words beside it: ${cell.innerText}`);
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = walker.currentNode;
        const parent = text.parentElement;
        if (!parent || parent.closest('.s-visually-hidden, button') || !parent.checkVisibility()) continue;
        for (const word of (text.textContent ?? '').matchAll(/\S+/gu)) {
          const range = document.createRange();
          range.setStart(text, word.index);
          range.setEnd(text, word.index + word[0].length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) found.push(`broken: ${word[0]}`);
        }
      }
      const row = cell.closest('tr');
      if (isPhone && row && row.getBoundingClientRect().height < 64) found.push(`low row: ${row.innerText}`);
    }
    for (const table of document.querySelectorAll('main table[aria-label]')) {
      const frame = table.parentElement?.getBoundingClientRect();
      if (frame && table.getBoundingClientRect().right > frame.right + 1) {
        found.push(`wider than its frame: ${table.getAttribute('aria-label')}`);
      }
    }
    const over = document.documentElement.scrollWidth - window.innerWidth;
    if (over > 0) found.push(`the page scrolls sideways by ${over}`);
    return found;
  });
}

const softly = expect.configure({ soft: true });

/** What a list has: the cells of its table, or the rows of messages. */
const CELLS = 'main table[aria-label] tbody td, main li [data-kind]';

async function look(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(path);
  const cells = page.locator(CELLS);
  await expect(cells.first()).toBeAttached();
  // What is folded while it is well is looked at too.
  await page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLDetailsElement>('main details')) part.open = true;
  });
  await expect(cells.first()).toBeVisible();
  for (const width of WIDTHS) {
    // oxlint-disable-next-line no-await-in-loop -- one window, at one width after the other
    await page.setViewportSize({ width, height: 900 });
    // oxlint-disable-next-line no-await-in-loop -- as above
    await expect(cells.first()).toBeVisible();
    const place = process.env['SHOTS'];
    if (place !== undefined) {
      // oxlint-disable-next-line no-await-in-loop -- as above
      await page.screenshot({
        path: `${place}/list${path.replaceAll('/', '-')}-${width}.png`,
        fullPage: true,
      });
    }
    // A list that becomes rows is drawn anew a moment after the window has its width.
    // oxlint-disable-next-line no-await-in-loop -- as above
    await softly.poll(() => faults(page), { message: `${path} at ${width}` }).toEqual([]);
  }
}

async function lookAll(page: Page, list: readonly string[]): Promise<void> {
  for (const path of list) {
    // oxlint-disable-next-line no-await-in-loop -- one page, walked through
    await look(page, path);
  }
}

test('the lists of a doctor', async ({ page }) => {
  await requestForEverybody();
  const patient = await patientByApi('patient@salal.example', '6045550110');
  await faxedByApi(patient, await staffByApi('doctor@salal.example'));
  await lengthenAnswers(page);
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await lookAll(page, [
    '/queue',
    '/patients',
    '/prescriptions',
    '/prescriptions?list=all',
    '/fax-desk',
    '/clinic-queue',
    '/messaging',
  ]);
});

test('the lists of a patient', async ({ page }) => {
  await requestByApi(await patientByApi('patient@salal.example', '6045550110'), ['LEVOTHYROXINE']);
  await lengthenAnswers(page);
  await page.goto('/login');
  await signIn(page, demoAccount('patient@salal.example'), '6045550110');
  await lookAll(page, ['/prescriptions', '/messaging']);
});

test('the queue on a phone: all of a row is the link, and a turned phone keeps the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await page.goto('/queue');
  const table = page.getByRole('table', { name: 'Review queue' });
  const link = table.getByRole('row').last().getByRole('link');
  await link.focus();
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(table.getByRole('columnheader', { name: 'Next' })).toBeVisible();
  await expect(link).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(table.getByRole('columnheader')).toHaveCount(0);
  await expect(link).toBeFocused();
  const row = table.getByRole('row').last();
  const box = await row.boundingBox();
  await row.click({ position: { x: (box?.width ?? 0) - 8, y: 8 } });
  await expect(page).toHaveURL(/\/patient\//);
});

test('beside the queue of a wide desk stands the row in focus, and no record is opened for it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1680, height: 900 });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await signInStaff(page, demoAccount('doctor2@salal.example'));
  await page.goto('/queue');
  const table = page.getByRole('table', { name: 'Review queue' });
  const beside = page.getByRole('region', { name: 'Patient in focus' });
  await expect(beside).toBeVisible();
  asked.length = 0;
  for (const at of [1, 2]) {
    // oxlint-disable-next-line no-await-in-loop -- one row after the other
    await page.keyboard.press('j');
    const row = table.getByRole('row').nth(at);
    const link = row.getByRole('link');
    // oxlint-disable-next-line no-await-in-loop -- as above
    await expect(link).toBeFocused();
    // oxlint-disable-next-line no-await-in-loop -- as above
    const label = /^P-\d{5}/.exec(await row.getByText(/^P-\d+/).innerText())?.[0] ?? 'no number';
    // oxlint-disable-next-line no-await-in-loop -- as above
    await expect(beside).toContainText(label);
  }
  expect(asked.filter((path) => /\/api\/(patient|person|prescription\/)/.test(path))).toEqual([]);
});

test('the lists of an administrator', async ({ page }) => {
  await lengthenAnswers(page);
  await signInStaff(page, demoAccount('admin@salal.example'));
  await lookAll(page, [
    '/patients',
    '/audit',
    '/operations',
    '/manage-data',
    '/medication-filter',
    '/problems',
  ]);
});

test('the lists of accounts', async ({ page }) => {
  await lengthenAnswers(page);
  await signInStaff(page, demoAccount('admin@salal.example'));
  await lookAll(page, ['/staff', '/office-invite']);
  await page.goto('/staff');
  const own = page.getByRole('row').filter({ hasText: 'admin@salal.example' }).getByRole('link').first();
  await look(page, (await own.getAttribute('href')) ?? '');
});

test('the lists of billing', async ({ page }) => {
  await lengthenAnswers(page);
  await signInStaff(page, demoAccount('admin@salal.example'));
  await lookAll(page, ['/remittance', '/edit-invoice', '/tele-file', '/manage-tele', '/medication-icd']);
});
