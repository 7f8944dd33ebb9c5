// SPDX-License-Identifier: AGPL-3.0-or-later

// Every page of everybody, at the width of a desk and of a phone, opened anew: it begins at the one left edge,
// ends before the one right edge, never scrolls sideways, and nothing of it moves when its data come.
import type { BrowserContext, Page } from '@playwright/test';
import { signIn, signInStaff } from './steps/account';
import {
  addressesOf,
  comeToRest,
  makeSomethingToOpen,
  type Parts,
  publicAddresses,
  STAFF,
} from './support/everyPage';
import { demoAccount } from './support/instance';
import { openCalls } from './support/openCalls';
import { expect, test } from './support/test';

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** What of the window's picture may move, in all: as the browser's own measure counts it. */
const MOST_SHIFT = 0.02;
/** An answer takes as long as on a phone: what would stand there until then is seen. */
const ANSWER_MS = 400;
/** Pages opened side by side: they wait more than they work. */
const AT_ONCE = 4;

/** The screens that fill the window and scroll in their columns: they have an edge, and no end of their own. */
const FILLS = /^\/(patient\/|messaging$|request-prescription\/payment)/;

interface Edges {
  readonly left: number;
  /** Where a column stands before the title. */
  readonly title?: number;
  readonly right: number;
}

interface Look {
  readonly path: string;
  readonly width: number;
  readonly shift: number;
  readonly moved: readonly string[];
  readonly title: number | null;
  readonly card: number | null;
  readonly foot: number | null;
  readonly right: number;
  readonly sideways: number;
  readonly cut: readonly string[];
}

declare global {
  interface Window {
    shifts: { value: number; moved: string[] }[];
  }
}

/** Answers that take a while, and every movement written down. */
function watch(answerMs: number): void {
  const ask = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const answer = await ask(input, init);
    if (url.includes('/api/') && !url.includes('/api/events')) {
      // The page is drawn without it meanwhile, as with a slow network.
      const from = performance.now();
      await new Promise<void>((done) => {
        const draw = (now: number): unknown => (now - from < answerMs ? requestAnimationFrame(draw) : done());
        requestAnimationFrame(draw);
      });
    }
    return answer;
  };
  interface Shift extends PerformanceEntry {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly {
      readonly node: Node | null;
      readonly previousRect: DOMRectReadOnly;
      readonly currentRect: DOMRectReadOnly;
    }[];
  }
  window.shifts = [];
  const nameOf = (node: Node | null) =>
    node instanceof Element
      ? `${node.tagName.toLowerCase()}.${node.className} "${(node.textContent ?? '').slice(0, 30)}"`
      : `"${node?.textContent?.slice(0, 30) ?? ''}"`;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      if (entry.hadRecentInput) continue;
      window.shifts.push({
        value: entry.value,
        moved: entry.sources.map(
          ({ node, previousRect: from, currentRect: to }) =>
            `${nameOf(node)} ${Math.round(from.x)},${Math.round(from.y)} ${Math.round(from.width)}x${Math.round(from.height)} to ${Math.round(to.x)},${Math.round(to.y)} ${Math.round(to.width)}x${Math.round(to.height)}`,
        ),
      });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** What stands where, once everything is there. */
function measure(): Omit<Look, 'path' | 'width'> {
  const edge = (element: Element | null | undefined) =>
    element?.checkVisibility() === true ? Math.round(element.getBoundingClientRect().left) : null;
  const main = document.querySelector('main');
  const boxes = [...(main?.querySelectorAll<HTMLElement>('*') ?? [])].filter(
    (element) =>
      element.checkVisibility() && element.closest('[role="dialog"], .s-visually-hidden, svg') === null,
  );
  const isCard = (element: HTMLElement) => {
    const { backgroundColor, borderLeftWidth } = getComputedStyle(element);
    return borderLeftWidth !== '0px' && backgroundColor !== 'rgba(0, 0, 0, 0)' && element.offsetWidth > 300;
  };
  const footed = [...document.querySelectorAll('main ~ footer a')].filter((link) => link.checkVisibility());
  return {
    shift: window.shifts.reduce((sum, { value }) => sum + value, 0),
    moved: window.shifts.flatMap(({ value, moved }) => moved.map((one) => `${value.toFixed(3)} ${one}`)),
    title: edge(main?.querySelector('h1')),
    card: edge(boxes.find(isCard)),
    foot: footed.length === 0 ? null : Math.min(...footed.map((link) => edge(link) ?? Infinity)),
    // What is drawn: boxes that only hold others are as wide as the window at times.
    right: Math.round(
      Math.max(
        0,
        ...boxes
          .filter((box) => box.childElementCount === 0 || isCard(box))
          .map((box) => box.getBoundingClientRect().right),
      ),
    ),
    sideways: document.documentElement.scrollWidth - window.innerWidth,
    cut: [...document.querySelectorAll('input')]
      .filter((box) => box.checkVisibility() && box.value === '' && box.placeholder !== '')
      .filter((box) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(box);
        const pen = document.createElement('canvas').getContext('2d');
        if (pen) pen.font = font;
        const room = box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        return pen !== null && pen.measureText(box.placeholder).width > room;
      })
      .map((box) => box.placeholder),
  };
}

async function look(page: Page, open: ReadonlySet<unknown>, path: string, width: number): Promise<Look> {
  await page.goto(path);
  await comeToRest(page, open);
  return { path, width, ...(await page.evaluate(measure)) };
}

/** Looks at all of them, a few side by side. */
async function walk(context: BrowserContext, paths: readonly string[]): Promise<readonly Look[]> {
  const left = [DESK, PHONE].flatMap((size) => paths.map((path) => ({ path, size })));
  const looks: Look[] = [];
  const one = async () => {
    const page = await context.newPage();
    await page.addInitScript(watch, ANSWER_MS);
    const open = openCalls(page);
    for (let next = left.shift(); next; next = left.shift()) {
      // oxlint-disable-next-line no-await-in-loop -- one window, at one address after the other
      await page.setViewportSize(next.size);
      // oxlint-disable-next-line no-await-in-loop -- as above
      looks.push(await look(page, open, next.path, next.size.width));
    }
    await page.close();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return looks.toSorted((a, b) => a.path.localeCompare(b.path) || b.width - a.width);
}

function check(looks: readonly Look[], at: (look: Look) => Edges): void {
  for (const one of looks) {
    const where = `${one.path} at ${one.width}`;
    const {
      left,
      right,
      title = left,
    }: Edges = one.width === PHONE.width ? { left: 16, right: one.width - 16 } : at(one);
    expect.soft(one.cut, `${where}: words in a box that is too short for them`).toEqual([]);
    expect.soft(one.sideways, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
    if (!FILLS.test(one.path)) {
      expect.soft(one.title ?? title, `${where}: the title's left edge`).toBe(title);
      expect.soft(one.card ?? left, `${where}: the first card's left edge`).toBeGreaterThanOrEqual(left);
      expect.soft(one.foot ?? left, `${where}: the foot's left edge`).toBe(left);
      if (one.width !== PHONE.width)
        expect.soft(one.right, `${where}: the right edge`).toBeLessThanOrEqual(right);
    }
    expect.soft(one.shift, `${where} moves:\n${one.moved.join('\n')}`).toBeLessThanOrEqual(MOST_SHIFT);
  }
  // A table for whoever changes the frame.
  if (process.env['SHOTS'] !== undefined) {
    for (const { path, width, shift, title, card, foot, right } of looks) {
      // oxlint-disable-next-line no-console -- asked for
      console.log([width, shift.toFixed(3), title, card, foot, right, path].join('\t'));
    }
  }
}

let parts: Parts = {};

const PATIENT_EDGES: Edges = { left: 288, right: 1408 };
const OFFICE_EDGES: Edges = { left: 232, right: 1380 };

test.beforeAll(async ({ instance }) => {
  expect(instance.url).not.toBe('');
  parts = await makeSomethingToOpen();
});

test('the pages of a patient', async ({ context, page }) => {
  await page.goto('/login');
  await signIn(page, demoAccount('patient@salal.example'), '6045550110');
  check(await walk(context, addressesOf('patient', parts)), () => PATIENT_EDGES);
});

for (const role of STAFF) {
  test(`the pages of the staff: ${role}`, async ({ context, page }) => {
    await signInStaff(page, demoAccount(`${role}@salal.example`));
    check(await walk(context, addressesOf(role, parts)), () => OFFICE_EDGES);
  });
}

test('a wide desk: a list takes its width, another page does not', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await page.goto('/patients');
  const list = page.getByRole('table', { name: 'Patients' });
  await expect(list).toBeVisible();
  const edges = (box: { x: number; width: number } | null) =>
    box && [Math.round(box.x), Math.round(box.x + box.width)];
  expect(edges(await page.locator('main header').first().boundingBox())).toEqual([232, 1860]);
  await page.goto('/insight');
  await expect(page.getByRole('heading', { level: 1, name: 'Insight' })).toBeVisible();
  expect(edges(await page.locator('main header').first().boundingBox())).toEqual([232, 1860]);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  expect(edges(await page.locator('main header').first().boundingBox())).toEqual([232, 1380]);
});

test('the pages of everybody', async ({ context }) => {
  const looks = await walk(context, publicAddresses());
  check(
    looks.filter(({ path }) => path !== '/login'),
    ({ path }) => ({ left: 120, right: 1320, ...(path === '/registration' ? { title: 416 } : {}) }),
  );
});

const WITH_MUCH_TO_READ = ['/', '/price', '/faq', '/privacy', '/terms', '/blog'];

test('our letters come when everything is read in others: lines stay where they are', async ({ page }) => {
  let letCome = () => {};
  let held = Promise.resolve();
  await page.route(/\.woff2$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.addInitScript(watch, 0);
  const drawn = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  for (const size of [DESK, PHONE]) {
    // oxlint-disable-next-line no-await-in-loop -- one window, at one address after the other
    await page.setViewportSize(size);
    for (const path of WITH_MUCH_TO_READ) {
      held = new Promise((come) => {
        letCome = come;
      });
      /* oxlint-disable no-await-in-loop -- as above */
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForFunction(() => document.fonts.status === 'loading');
      await drawn();
      letCome();
      await page.waitForLoadState('load');
      await page.evaluate(() => document.fonts.ready);
      await drawn();
      const { shift, moved } = await page.evaluate(measure);
      /* oxlint-enable no-await-in-loop */
      const where = `${path} at ${size.width}`;
      expect.soft(shift, `${where} moves:\n${moved.join('\n')}`).toBeLessThanOrEqual(MOST_SHIFT);
    }
  }
});
