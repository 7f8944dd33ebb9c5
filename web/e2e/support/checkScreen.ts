// SPDX-License-Identifier: AGPL-3.0-or-later

// Looking at a screen: no accessibility findings in light (and, where asked, in dark). With
// SHOTS=<folder> a picture of it is laid there under its name.
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Finding {
  readonly rule: string;
  readonly where: string;
  readonly why: string;
}

/** Violations alone, reckoned in the page itself and not in another one opened for it: a third of the time. */
function checker(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
}

export async function accessibilityFindings(page: Page): Promise<Finding[]> {
  const whole = checker(page).withTags(RULES);
  const dialog = '[role="dialog"][aria-modal="true"]';
  // What is behind a dialog cannot be pressed, however little of it is in sight.
  const isOpen = await page.locator(dialog).first().isVisible();
  const results = isOpen
    ? [
        await whole.disableRules(['target-size']).analyze(),
        await checker(page).include(dialog).withRules(['target-size']).analyze(),
      ]
    : [await whole.analyze()];
  const found: Finding[] = [];
  for (const violation of results.flatMap((result) => result.violations)) {
    for (const node of violation.nodes) {
      const why = (node.failureSummary ?? '').replaceAll('\n', ' ');
      const target = node.target.join(' ');
      // oxlint-disable-next-line no-await-in-loop -- one page, looked at in turn
      if (why.includes('obscured') && (await isFreeElsewhere(page, target))) continue;
      found.push({ rule: violation.id, where: `${target} ${node.html.slice(0, 160)}`, why });
    }
  }
  return found;
}

/** Whether something that a fixed bar lies over here is large enough once it is scrolled free. */
async function isFreeElsewhere(page: Page, target: string): Promise<boolean> {
  await page.locator(target).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const again = await checker(page).include(target).withRules(['target-size']).analyze();
  return again.violations.length === 0;
}

/** Nothing fades in or out any more: half-drawn colours would be measured wrongly. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity),
  );
}

async function checkOnce(page: Page, name: string): Promise<void> {
  await expect(page.locator('main h1').first()).toBeAttached();
  await waitForAnimations(page);
  const project = test.info().project.name;
  const place = process.env['SHOTS'];
  if (place !== undefined) {
    await page.screenshot({ path: join(place, `${name}-${project}.png`), animations: 'disabled' });
  }
  expect.soft(await accessibilityFindings(page), `accessibility of ${name}`).toEqual([]);
  if ((page.viewportSize()?.width ?? 0) < 500) {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(wide, `${name} is no wider than the phone`).toBeLessThanOrEqual(0);
  }
}

/** The page has drawn itself for its new width: a key pressed before would be the narrow page's. */
async function waitForPaint(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestIdleCallback(() => done()));
      }),
  );
}

/** Looks at what is on screen now; in dark and on a phone only where asked, and once. */
export async function checkScreen(
  page: Page,
  name: string,
  ...and: readonly ('dark' | 'narrow')[]
): Promise<void> {
  await checkOnce(page, name);
  if (test.info().project.name !== 'desktop') return;
  if (and.includes('dark')) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await checkOnce(page, `${name}-dark`);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  if (and.includes('narrow')) {
    const desk = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    await checkOnce(page, `${name}-narrow`);
    if (desk) await page.setViewportSize(desk);
    await waitForPaint(page);
  }
}
