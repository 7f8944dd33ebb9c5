// SPDX-License-Identifier: AGPL-3.0-or-later

// Looking at a screen: no accessibility findings in light (and, where asked, in dark). With
// SHOTS=<folder> a picture of it is laid there under its name.
import { join } from 'node:path';
import { errors, expect, type Page, test } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

type AxeCore = typeof axe;

const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

declare global {
  interface Window {
    readonly axe: AxeCore;
  }
}

interface Finding {
  readonly rule: string;
  readonly where: string;
  readonly html: string;
  readonly why: string;
}

/**
 * What axe finds wrong with the part of the page that `within` selects. Axe is put into a document once and
 * answers with its violations alone: loading it anew for each question took longer than the questions. Frames
 * are other people's (the card form) and are left out.
 */
async function violations(page: Page, within: string, options: RunOptions): Promise<readonly Finding[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  try {
    return await ask(page, within, options);
  } catch (failure) {
    if (!(failure instanceof errors.TimeoutError)) throw failure;
    // Once in a thousand times axe answers nothing at all, on a page that goes on: a new one is asked.
    await page.evaluate(axe.source);
    return await ask(page, within, options);
  }
}

/** Axe takes two seconds on a busy machine. */
const ANSWER_MS = 60_000;

async function ask(page: Page, within: string, options: RunOptions): Promise<readonly Finding[]> {
  const answer = await page.evaluateHandle(
    ([where, how]) => {
      const asked: { found?: readonly Finding[]; failure?: string } = {};
      window.axe.run(where, { ...how, resultTypes: ['violations'], iframes: false }).then(
        ({ violations: faults }) => {
          asked.found = faults.flatMap((fault) =>
            fault.nodes.map((node) => ({
              rule: fault.id,
              where: node.target.join(' '),
              html: node.html.slice(0, 160),
              why: (node.failureSummary ?? '').replaceAll('\n', ' '),
            })),
          );
        },
        (failure: unknown) => {
          asked.failure = String(failure);
        },
      );
      return asked;
    },
    [within, options] as const,
  );
  const ended = page.waitForFunction(
    ({ found, failure }) => (found || failure ? { found, failure } : null),
    answer,
    {
      timeout: ANSWER_MS,
    },
  );
  const { found, failure } = (await (await ended).jsonValue()) ?? {};
  if (!found) throw new Error(`axe: ${failure}`);
  return found;
}

/** A page that is never idle is looked at all the same. */
const IDLE_MS = 5000;

/** The page has drawn itself as it is now: a dialog has its name, and a key goes to the page of the new width. */
async function waitForPaint(page: Page): Promise<void> {
  await page.evaluate(
    (timeout) =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestIdleCallback(() => done(), { timeout }));
      }),
    IDLE_MS,
  );
}

/** What is wrong with the page. */
export async function accessibilityFindings(page: Page): Promise<Finding[]> {
  await waitForPaint(page);
  const dialog = '[role="dialog"][aria-modal="true"]';
  // What is behind a dialog cannot be pressed, however little of it is in sight.
  const isOpen = await page.locator(dialog).first().isVisible();
  const found = [
    ...(await violations(page, 'html', {
      runOnly: RULES,
      rules: {
        // Not among the tags: still being tried by its makers.
        'label-content-name-mismatch': { enabled: true },
        ...(isOpen ? { 'target-size': { enabled: false } } : {}),
      },
    })),
  ];
  if (isOpen) found.push(...(await violations(page, dialog, { runOnly: ['target-size'] })));
  const kept: Finding[] = [];
  for (const finding of found) {
    // oxlint-disable-next-line no-await-in-loop -- one page, looked at in turn
    if (!(finding.why.includes('obscured') && (await isFreeElsewhere(page, finding.where))))
      kept.push(finding);
  }
  return kept;
}

/** Whether something that a fixed bar lies over here is large enough once it is scrolled free. */
async function isFreeElsewhere(page: Page, target: string): Promise<boolean> {
  await page.locator(target).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  return (await violations(page, target, { runOnly: ['target-size'] })).length === 0;
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
  // In the colours and the width that were asked for just now, and then at rest.
  await waitForPaint(page);
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
