// SPDX-License-Identifier: AGPL-3.0-or-later

// A name of forty characters, a request number and a dose keep their words whole in the queue at every
// width, and nothing floats over a control.
import type { Page } from '@playwright/test';
import { signIn, signInStaff } from './steps/account';
import { addMedication, startRequest } from './steps/patient';
import { requestForEverybody } from './steps/queue';
import { demoAccount } from './support/instance';
import { expect, test } from './support/test';

/** The words inside the element that are drawn on more than one line. */
function brokenWords(page: Page, inside: string): Promise<string[]> {
  return page
    .locator(inside)
    .first()
    .evaluate((root) => {
      const broken: string[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = walker.currentNode.textContent ?? '';
        const parent = walker.currentNode.parentElement;
        if (!parent || parent.closest('.s-visually-hidden') || !parent.checkVisibility()) continue;
        // A hyphen of a name is a place to break, one of a request number is not.
        for (const word of text.matchAll(/P-\d+|[^\s\-\u2013]+/gu)) {
          const range = document.createRange();
          range.setStart(walker.currentNode, word.index);
          range.setEnd(walker.currentNode, word.index + word[0].length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) broken.push(word[0]);
        }
      }
      return broken;
    });
}

test('no word of the queue is broken, and its table stays inside the window', async ({ page }) => {
  await page.route('**/api/prescription/queue**', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const [row] = body.items;
    if (row) {
      row.person = { ...row.person, FirstName: 'Maximiliana-Theodora', LastName: 'Featherstonehaugh-Lee' };
    }
    await route.fulfill({ response: answer, json: body });
  });
  await requestForEverybody();
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await page.goto('/queue');
  await expect(page.getByText('Featherstonehaugh').first()).toBeVisible();
  for (const width of [390, 768, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await brokenWords(page, 'main table'), `at ${width}`).toEqual([]);
    const wide = await page.evaluate(() => {
      const table = document.querySelector('main table');
      const frame = table?.parentElement;
      return (table?.getBoundingClientRect().right ?? 0) - (frame?.getBoundingClientRect().right ?? 0);
    });
    expect.soft(wide, `the table at ${width}`).toBeLessThanOrEqual(1);
  }
});

/** Controls of the page whose middle is covered by something else that is fixed to the window. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const floating = [...document.querySelectorAll('body *')].filter(
      (one) =>
        getComputedStyle(one).position === 'fixed' && !one.matches('nav, nav *') && one.checkVisibility(),
    );
    const boxes = floating.map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0);
    return [...document.querySelectorAll('main button, main a')]
      .filter((control) => {
        const box = control.getBoundingClientRect();
        return boxes.some(
          (other) =>
            box.left < other.right &&
            other.left < box.right &&
            box.top < other.bottom &&
            other.top < box.bottom,
        );
      })
      .map((control) => control.textContent ?? '');
  });
}

test('the way to a suggestion covers no control of the request form', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/login');
  await signIn(page, demoAccount('patient@salal.example'), '6045550110');
  await startRequest(page);
  await addMedication(page, {
    typed: 'atorv',
    name: 'ATORVASTATIN',
    strength: /^20/,
    frequency: 'Once a day',
  });
  for (const width of [390, 720, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    // A list or a message that is on its way out covers for a moment.
    // oxlint-disable-next-line no-await-in-loop -- one window
    await expect
      .configure({ soft: true })
      .poll(() => covered(page), `at ${width}`)
      .toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Suggest an improvement' }).click();
  await expect(page.getByRole('dialog', { name: 'Suggest an improvement' })).toBeVisible();
});
