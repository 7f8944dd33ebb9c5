// SPDX-License-Identifier: AGPL-3.0-or-later

// Every screen of a patient in every state it can be in: filled, empty, refused and still loading;
// light and dark, on a desktop and on a phone. Nothing here is pressed: the stories are in the other files;
// text twice the size is in text-size.spec.ts.
import type { Page, Route } from '@playwright/test';
import { signIn } from './steps/account';
import { demoAccount } from './support/instance';
import { accessibilityFindings, waitForAnimations } from './support/checkScreen';
import { SIGNED_OUT_PAGES } from './support/everyPage';
import { openCalls } from './support/openCalls';
import { expect, test } from './support/test';

type State = 'filled' | 'empty' | 'refused' | 'loading';

interface ScreenSize {
  readonly name: string;
  readonly width: number;
  readonly dark: boolean;
  readonly states: readonly State[];
}

const SCREEN_SIZES: readonly ScreenSize[] = [
  {
    name: 'desktop',
    width: 1440,
    dark: false,
    states: ['filled', 'empty', 'refused', 'loading'],
  },
  { name: 'phone-dark', width: 390, dark: true, states: ['filled', 'empty', 'refused'] },
];

/** Screens behind the patient's sign-in. */
const SIGNED_IN_PAGES = [
  '/dashboard',
  '/medicalInfo',
  '/medicalInfo/edit',
  '/request-prescription/medicalinfo',
  '/request-prescription/form',
  '/request-prescription/payment/',
  '/prescriptions',
  '/medication-search',
  '/messaging',
  '/profile',
  '/sleep-info',
  '/sleep-info/edit',
  '/sleep-clinic',
  '/sleep-clinic/coastal',
];

/** What a page cannot do without: who is signed in, and live events. */
const ESSENTIAL = /\/api\/($|settings|options|country|user\/|events|person\/[0-9a-f-]{36}$)/;

/** A list answer without its items; anything else as it is. */
function emptied(body: unknown): unknown {
  if (Array.isArray(body)) return [];
  if (typeof body === 'object' && body !== null && 'items' in body)
    return { ...body, items: [], nextCursor: null, total: 0 };
  return body;
}

async function answer(route: Route, state: State, held: Route[]): Promise<void> {
  const request = route.request();
  if (request.method() !== 'GET' || ESSENTIAL.test(request.url()) || state === 'filled') {
    await route.fallback();
  } else if (state === 'loading') {
    held.push(route);
  } else if (state === 'refused') {
    const json = { message: 'Server side Error!', code: 'REFUSED', errors: [], requestId: 'made-up' };
    await route.fulfill({ status: 403, json });
  } else {
    const real = await route.fetch();
    const isJson = real.headers()['content-type']?.includes('json') ?? false;
    if (real.ok() && isJson) await route.fulfill({ response: real, json: emptied(await real.json()) });
    else await route.fulfill({ response: real });
  }
}

async function check(page: Page, address: string, how: ScreenSize, state: State, open: ReadonlySet<unknown>) {
  await page.goto(address);
  await expect(page.locator('main h1').first()).toBeAttached();
  if (state !== 'loading') await expect.poll(() => open.size).toBe(0);
  await waitForAnimations(page);
  const where = `${address} ${state} ${how.name}`;
  let findings = await accessibilityFindings(page);
  if (findings.length > 0) {
    // An address that sends on to another was looked at between the two pages: what counts is where it ends.
    await expect(page.locator('main h1').first()).toBeAttached();
    await waitForAnimations(page);
    findings = await accessibilityFindings(page);
  }
  expect.soft(findings, `accessibility of ${where}`).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(wide, `${where} is no wider than the window`).toBeLessThanOrEqual(0);
}

/** Every one of these screens in every one of these states. */
async function walk(page: Page, addresses: readonly string[], states: readonly State[], how: ScreenSize) {
  const open = openCalls(page);
  let state: State = 'filled';
  const held: Route[] = [];
  await page.route('**/api/**', (route) => answer(route, state, held));
  await page.setViewportSize({ width: how.width, height: 900 });
  await page.emulateMedia({ colorScheme: how.dark ? 'dark' : 'light' });
  for (state of how.states.filter((one) => states.includes(one))) {
    for (const address of addresses) {
      await test.step(`${address} ${state} ${how.name}`, () => check(page, address, how, state, open));
      for (const route of held.splice(0)) await route.abort().catch(() => null);
    }
  }
}

// They only look: side by side, so that the whole run does not wait for the longest of them.
test.describe.configure({ mode: 'parallel' });

for (const how of SCREEN_SIZES) {
  test(`the patient’s screens in every state, ${how.name}`, async ({ page }) => {
    const patient = demoAccount('many@salal.example');
    await page.goto('/login');
    await signIn(page, patient, '6045550120');
    await walk(page, SIGNED_IN_PAGES, ['filled', 'empty', 'refused', 'loading'], how);
  });

  test(`the screens before sign-in, ${how.name}`, async ({ page }) => {
    await walk(page, SIGNED_OUT_PAGES, ['filled'], how);
  });
}
