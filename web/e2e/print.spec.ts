// SPDX-License-Identifier: AGPL-3.0-or-later

// A signed prescription on paper: its pages are drawn for the printer, nothing else of the screen is on
// the sheet, and that it was printed is recorded. Any other page on paper: what one reads, and whose it is.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { signIn, signInStaff } from './steps/account';
import { callApi, faxedByApi, patientByApi, staffByApi } from './steps/byApi';
import {
  acknowledge,
  prescriptionCard,
  medicationLine,
  openFromInbox,
  openDocument,
  signDocument,
} from './steps/doctor';
import {
  addMedication,
  giveAgreement,
  confirmPaid,
  payByCard,
  payNow,
  confirmRequested,
  startRequest,
} from './steps/patient';
import { demoAccount } from './support/instance';
import { checkScreen } from './support/checkScreen';
import { addressesOf, comeToRest } from './support/everyPage';
import { openCalls } from './support/openCalls';
import { expect, test } from './support/test';

const RAMIPRIL = { typed: 'ramip', name: 'RAMIPRIL', strength: /^5/, frequency: 'Once a day' };

/** Says on the document's element that a page of the prescription was black in any frame. In the page. */
function watchForBlackPages(): void {
  const look = () => {
    for (const page of document.querySelectorAll<HTMLCanvasElement>('canvas[aria-label^="Page "]')) {
      const dot = document.createElement('canvas').getContext('2d');
      dot?.drawImage(page, 0, 0, 1, 1);
      const [red = 255, , , alpha = 0] = dot?.getImageData(0, 0, 1, 1).data ?? [];
      if (alpha > 0 && red < 64) document.documentElement.dataset['black'] = page.ariaLabel ?? '';
    }
    requestAnimationFrame(look);
  };
  look();
}

test('the doctor prints what was signed', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto('/login');
  await signIn(page, demoAccount('mismatch@salal.example'), '6045550115');
  await startRequest(page);
  await addMedication(page, RAMIPRIL);
  await giveAgreement(page);
  const label = await confirmRequested(page);
  await payNow(page);
  await payByCard(page, '4242424242424242');
  await confirmPaid(page);
  await page.context().close();

  const desk = await (await browser.newContext()).newPage();
  // The browser's own print dialog would stop everything.
  await desk.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset['printing'] = 'yes';
    };
  });
  await desk.addInitScript(watchForBlackPages);
  await signInStaff(desk, demoAccount('doctor@salal.example'));
  await openFromInbox(desk, 'Lucian Abernethy');
  await acknowledge(desk, label);
  await medicationLine(desk, label, 'RAMIPRIL')
    .getByRole('button', { name: /^Approve/ })
    .click();
  const dialog = await openDocument(desk, label);
  const print = dialog.getByRole('button', { name: 'Print', exact: true });
  await expect(print).toHaveAttribute('aria-disabled', 'true');
  await expect(dialog).toContainText('Sign first to print.');
  await signDocument(desk, dialog);
  await expect(print).not.toHaveAttribute('aria-disabled', 'true');

  // The answer is lost on its way: it is printed, and nothing came here.
  await desk.route(
    '**/api/prescription/print',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await print.click();
  const one = desk.getByRole('dialog', { name: `Print ${label}` });
  await expect(one).toContainText('the one valid copy');
  await one.getByRole('button', { name: 'Print the one copy' }).click();
  const again = dialog.getByRole('button', { name: 'Get the sheet again' });
  await expect(again).toBeVisible();
  await expect(dialog).toContainText('get the sheet again: it stays the same copy');
  await expect(desk.getByText('Error - Api is currently not available')).toHaveCount(0);
  await expect(desk.locator('html')).not.toHaveAttribute('data-printing', 'yes');
  await checkScreen(desk, 'print-lost');
  await desk.setViewportSize({ width: 390, height: 844 });
  await checkScreen(desk, 'print-lost-390');
  await desk.setViewportSize({ width: 1440, height: 900 });
  const recorded = desk.waitForResponse('**/api/prescription/print');
  await again.click();
  const answer: { printed: { at: string } | null; signature: { signedAt: string } } = await (
    await recorded
  ).json();
  expect(answer.printed).not.toBeNull();
  await expect(desk.locator('html')).toHaveAttribute('data-printing', 'yes', { timeout: 30_000 });

  // What the printer gets.
  await desk.emulateMedia({ media: 'print' });
  const sheets = desk.locator('body > .salal-print canvas');
  await expect(sheets).toHaveCount(1);
  await expect(sheets.first()).toBeVisible();
  await expect(dialog).toBeHidden();
  const picture = test.info().outputPath('sheet.png');
  await desk.screenshot({ path: picture, fullPage: true });
  expect(readFileSync(picture).length, 'the sheet is not empty').toBeGreaterThan(20_000);
  await desk.emulateMedia({ media: 'screen' });
  await desk.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(sheets).toHaveCount(0);
  // Each page stays on screen until what comes in its place is drawn.
  await expect(desk.locator('html')).not.toHaveAttribute('data-black');

  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(prescriptionCard(desk, label)).toContainText(/Printed .* by Imogen Castellan\./);
  await checkScreen(desk, 'printed');
  await desk.context().close();
});

/** The words of each sheet that the printer gets. */
async function sheetsOf(page: Page): Promise<readonly string[]> {
  const file = await page.pdf({ preferCSSPageSize: true });
  const loading = getDocument({ data: new Uint8Array(file), isEvalSupported: false, useWasm: false });
  const pdf = await loading.promise;
  const words: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one sheet after the other
    const { items } = await (await pdf.getPage(number)).getTextContent();
    words.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  await loading.destroy();
  return words;
}

/** What should not be on paper: what one presses, and what lies over or beside the page. */
async function expectOnlyThePage(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  // The name of a file, say, is read although it is pressed.
  const pressed = 'button:not([data-prints])';
  const parts = `nav, kbd, main ${pressed}, [role="dialog"] ${pressed}, .mantine-Button-root, .mantine-Overlay-root`;
  for (const part of await page.locator(parts).all()) {
    // The name of a part that opens, and the head of a column, are words that one reads.
    // oxlint-disable-next-line no-await-in-loop -- one page
    const isHeading = await part.evaluate((element) => element.closest('h1, h2, h3, th') !== null);
    // oxlint-disable-next-line no-await-in-loop -- one page
    if (!isHeading) await expect(part).toBeHidden();
  }
  await expect(page.getByRole('banner')).toHaveCount(0);
  await page.emulateMedia({ media: null });
}

test('a patient prints a page, and a dialog alone', async ({ page }) => {
  const patient = await patientByApi('patient@salal.example', '6045550110');
  await faxedByApi(patient, await staffByApi('doctor@salal.example'));
  const { items } = await callApi<{ readonly items: readonly { readonly _id: string; label: string }[] }>(
    patient,
    'GET',
    `/prescription/person/${patient.person}`,
  );
  const [newest] = items;
  await page.goto('/login');
  await signIn(page, demoAccount('patient@salal.example'), '6045550110');
  await page.goto(`/prescription/${newest?._id}`);
  await expect(page.getByRole('heading', { name: 'Medications' })).toBeVisible();
  await expectOnlyThePage(page);
  const whole = (await sheetsOf(page)).join(' ');
  expect(whole).toContain('Metformin 500 mg');
  expect(whole).toContain('Page 1 of ');
  for (const word of ['Logout', 'Privacy Policy', 'Messages', 'Renew', 'Back'])
    expect(whole).not.toContain(word);

  await page.getByRole('button', { name: 'Invoice' }).click();
  await expect(page.getByRole('dialog', { name: 'Official Prescription Receipt' })).toBeVisible();
  await expectOnlyThePage(page);
  const receipt = await sheetsOf(page);
  expect(receipt).toHaveLength(1);
  expect(receipt[0]).toContain('Official Prescription Receipt');
  expect(receipt[0]).not.toContain('Metformin');
});

test('a doctor prints a record: whose it is stands on each sheet', async ({ page }) => {
  const { personId } = demoAccount('patient@salal.example');
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await page.goto(`/patient/${personId}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // What nobody opened is on paper, and is folded on screen before and after.
  await expect(page.getByText('Medication currently taken')).toHaveCount(0);
  await expectOnlyThePage(page);
  const sheets = await sheetsOf(page);
  expect(sheets.length).toBeGreaterThan(1);
  for (const [at, words] of sheets.entries()) {
    expect(words).toContain('Maren Holloway, born Apr 12, 1968');
    expect(words).toContain('Record extract');
    expect(words).toContain(`Page ${at + 1} of ${sheets.length}`);
  }
  // Nothing was cut off at the window's foot: its first part and its last are there.
  expect(sheets.join(' ')).toContain('Medication currently taken');
  expect(sheets.join(' ')).toContain('Sleep Information');
  expect(sheets.join(' ')).toContain('34 Saltspray Lane');
  await expect(page.getByText('Medication currently taken')).toHaveCount(0);
});

test('a message on paper is the one that is open, and says whose it is', async ({ page }) => {
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await page.goto('/messaging');
  await page.getByRole('link').filter({ hasText: 'Lucian Abernethy' }).first().click();
  await expect(page.getByRole('link', { name: 'Open patient' })).toBeVisible();
  for (const words of await sheetsOf(page)) expect(words).toContain('Lucian Abernethy, Message');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('region', { name: 'Lists of messages' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Message', exact: true })).toBeVisible();
});

test('a patient’s own page says on each sheet whose it is', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, demoAccount('patient@salal.example'), '6045550110');
  for (const path of ['/profile', '/medicalInfo', '/medicalInfo/edit']) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await page.goto(path);
    // oxlint-disable-next-line no-await-in-loop -- one page
    await comeToRest(page, openCalls(page));
    // oxlint-disable-next-line no-await-in-loop -- one page
    const sheets = await sheetsOf(page);
    for (const [at, words] of sheets.entries()) {
      expect(words).toContain('Maren Holloway, born Apr 12, 1968');
      expect(words).toContain(`Page ${at + 1} of ${sheets.length}`);
    }
  }
});

test('on paper each question has its answer, and nothing that one presses is left', async ({ page }) => {
  await page.goto('/faq');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const answers = await page
    .locator('main details > div')
    .evaluateAll((all) => all.map((one) => one.textContent));
  expect(answers.length).toBeGreaterThan(10);
  // An answer may go on on the next sheet.
  const faq = bare((await sheetsOf(page)).join(' ')).replaceAll(/Page\dof\d/g, '');
  for (const answer of answers) expect(faq).toContain(bare(answer));
  expect(faq).not.toContain(bare('Search the questions'));

  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const landing = (await sheetsOf(page)).join(' ');
  for (const words of ['Other services', 'Sleep-study requests', 'Specialist referrals'])
    expect(landing).toContain(words);
  for (const words of ['SIGN UP', 'LEARN MORE', 'Learn More', 'Create Account'])
    expect(landing).not.toContain(words);
});

/** Without its spaces: the printer gets each line of a text by itself. */
const bare = (text: string): string => text.replaceAll(/\s+/g, '');

/** The columns of the lists on the page, as a desk shows them. In the page. */
function columnsOnScreen(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main thead th')]
    .filter((one) => one.checkVisibility() && one.querySelector('.s-visually-hidden') === null)
    .filter((one) => one.closest('.s-visually-hidden') === null)
    .map((one) => one.innerText);
}

/** Boxes with nothing but their title in them. In the page. */
function emptyOnPaper(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main :is(section, form)')]
    .filter((one) => one.checkVisibility())
    .filter(
      (one) => ![...one.querySelectorAll('svg, img, canvas, [data-ink]')].some((it) => it.checkVisibility()),
    )
    .filter(({ clientHeight }) => clientHeight > 12)
    .filter((one) => one.innerText.trim() === (one.querySelector('h2, h3')?.textContent ?? '').trim())
    .map((one) => one.getAttribute('aria-label') ?? one.innerText);
}

/** What asks for input and is on the sheet, with its words. */
function askedOnPaper(): string[] {
  const asks =
    'input, textarea, select, label, [contenteditable="true"], [role="combobox"], [role="textbox"], [role="searchbox"], ' +
    '[role="checkbox"], [role="radio"], [role="switch"], [role="slider"]';
  return [...document.querySelectorAll(`:is(main, [role="dialog"]) :is(${asks})`)]
    .filter((one) => one.checkVisibility())
    .map((one) => `${one.localName} ${one.getAttribute('aria-label') ?? one.textContent ?? ''}`);
}

for (const role of ['doctor', 'admin'] as const) {
  test(`every column is printed, and nothing that asks for input: ${role}`, async ({ page }) => {
    const { personId } = demoAccount('patient@salal.example');
    await signInStaff(page, demoAccount(`${role}@salal.example`));
    const open = openCalls(page);
    const parts = {
      '/patient/$id': `/patient/${personId}`,
      '/medicalInfo/edit/$id': `/medicalInfo/edit/${personId}`,
    };
    for (const path of addressesOf(role, parts)) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      await page.goto(path);
      // oxlint-disable-next-line no-await-in-loop -- one page
      await comeToRest(page, open);
      // oxlint-disable-next-line no-await-in-loop -- one page
      const columns = await page.evaluate(columnsOnScreen);
      // oxlint-disable-next-line no-await-in-loop -- one page
      await page.emulateMedia({ media: 'print' });
      // oxlint-disable-next-line no-await-in-loop -- one page
      expect.soft(await page.evaluate(askedOnPaper), path).toEqual([]);
      // oxlint-disable-next-line no-await-in-loop -- one page
      const empty = await page.evaluate(emptyOnPaper);
      // A page that is a form is no record: what it asks for is not printed, its titles are.
      if (!path.includes('/edit/')) expect.soft(empty, path).toEqual([]);
      if (columns.length > 0) {
        // oxlint-disable-next-line no-await-in-loop -- one page
        const words = bare((await sheetsOf(page)).join(' '));
        for (const column of columns) expect.soft(words, `${path}: ${column}`).toContain(bare(column));
      }
      // oxlint-disable-next-line no-await-in-loop -- one page
      await page.emulateMedia({ media: null });
    }
  });
}

test('the box for a note is not printed, its part of the record is', async ({ page }) => {
  const { personId } = demoAccount('patient@salal.example');
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await page.goto(`/patient/${personId}`);
  const box = page.getByRole('textbox', { name: 'New note' });
  await expect(box).toBeVisible();
  await expect(page.getByText('Nothing to sign yet.')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(box).toBeHidden();
  await expect(page.getByText('Nothing to sign yet.')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Notes', exact: true })).toBeVisible();
});
