// SPDX-License-Identifier: AGPL-3.0-or-later

// What a browser loads before a page is there: how often it asks, and the bytes of script it is sent. Each
// page is opened as somebody who comes for the first time would, with nothing kept from before.
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page, Request } from '@playwright/test';
import { signIn, signInStaff } from './steps/account';
import { demoAccount } from './support/instance';
import { expect, test } from './support/test';

/**
 * What a page may ask for: a telephone on a slow network waits for each. The scripts are counted as the program sends
 * them, compressed, in bytes.
 */
const MOST = {
  document: { requests: 14, script: 46_000 },
  visitor: { requests: 20, script: 114_000 },
  patientFirst: { requests: 22, script: 100_000 },
  patient: { requests: 24, script: 120_000 },
  patientForm: { requests: 25, script: 120_000 },
  staffFirst: { requests: 24, script: 126_000 },
  staff: { requests: 25, script: 135_000 },
  record: { requests: 25, script: 190_000 },
  insight: { requests: 25, script: 160_000 },
  admin: { requests: 25, script: 160_000 },
} as const;

const sizes = new Map<string, number>();

interface Load {
  readonly address: string;
  readonly requests: number;
  readonly script: number;
  readonly asked: readonly string[];
}

/** The stream of changes never ends. */
const isEndless = (request: Request) => request.url().endsWith('/api/events');

/** Opens an address in the tab, as if for the first time, and waits until all that was asked for is here. */
async function load(page: Page, address: string): Promise<Load> {
  const asked: Request[] = [];
  const waiting = new Set<Request>();
  const start = (request: Request) => {
    asked.push(request);
    if (!isEndless(request)) waiting.add(request);
  };
  const end = (request: Request) => waiting.delete(request);
  // The page before still asks for this and that until the next one answers.
  await page.goto('about:blank');
  page.on('request', start).on('requestfinished', end).on('requestfailed', end);
  await page.goto(address);
  await expect(page.locator('main h1').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect.poll(() => waiting.size).toBe(0);
  page.off('request', start).off('requestfinished', end).off('requestfailed', end);
  const scripts = asked
    .filter((request) => request.resourceType() === 'script')
    .map((request) => request.url());
  const script = (await Promise.all(scripts.map((url) => sizeOf(page, url)))).reduce(
    (sum, size) => sum + size,
    0,
  );
  return {
    address,
    requests: asked.length,
    script,
    asked: asked.map((request) => `${request.resourceType()} ${new URL(request.url()).pathname}`),
  };
}

/** As many bytes as the program sends for it. */
async function sizeOf(page: Page, url: string): Promise<number> {
  const known = sizes.get(url);
  if (known !== undefined) return known;
  const size = brotliCompressSync(await (await page.request.get(url)).body()).length;
  sizes.set(url, size);
  return size;
}

/** A tab that keeps no file of the app. */
async function forgetful(page: Page): Promise<void> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
}

async function walk(page: Page, pages: Readonly<Record<string, keyof typeof MOST>>): Promise<void> {
  await forgetful(page);
  for (const [address, kind] of Object.entries(pages)) {
    // oxlint-disable-next-line no-await-in-loop -- one tab
    const found = await load(page, address);
    test.info().annotations.push({
      type: 'load',
      description: `${found.requests} requests, ${found.script} bytes of script: ${found.address}`,
    });
    if (process.env['SHOTS'] !== undefined)
      process.stdout.write(`${found.requests}\t${found.script}\t${address}\n${found.asked.join('\n')}\n`);
    expect
      .soft(found.requests, `requests of ${address}: ${found.asked.join(', ')}`)
      .toBeLessThanOrEqual(MOST[kind].requests);
    expect.soft(found.script, `script of ${address}`).toBeLessThanOrEqual(MOST[kind].script);
  }
}

const phone = async (browser: Browser, baseURL: string) =>
  (await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } })).newPage();

test('a visitor', async ({ browser, baseURL }) => {
  const page = await phone(browser, baseURL);
  await walk(page, {
    '/': 'document',
    '/price': 'document',
    '/faq': 'document',
    '/login': 'visitor',
    '/registration': 'visitor',
    '/recovery': 'visitor',
  });
});

test('a patient', async ({ browser, baseURL }) => {
  const page = await phone(browser, baseURL);
  await page.goto('/login');
  await signIn(page, demoAccount('patient@salal.example'), '6045550110');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await walk(page, {
    '/dashboard': 'patientFirst',
    '/prescriptions': 'patient',
    '/messaging': 'patient',
    '/medicalInfo': 'patient',
    '/profile': 'patient',
    '/medicalInfo/edit': 'patientForm',
    '/request-prescription/medicalinfo': 'patientForm',
    '/request-prescription/form': 'patientForm',
    '/medication-search': 'patientForm',
  });
});

test('who is signed in is asked once, while the scripts are on their way', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, demoAccount('patient@salal.example'), '6045550110');
  const isTheQuestion = (request: Request) => request.url().endsWith('/api/user/token');
  let questions = 0;
  page.on('request', (request) => {
    if (isTheQuestion(request)) questions += 1;
  });
  const asked = page.waitForRequest(isTheQuestion);
  await page.route('**/assets/*.js', async (route) => {
    await asked;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(questions).toBe(1);
});

test('a doctor', async ({ page }) => {
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await walk(page, {
    '/dashboard': 'staffFirst',
    '/queue': 'staffFirst',
    '/patients': 'staff',
    '/messaging': 'staff',
    '/fax-desk': 'staff',
    '/insight': 'insight',
    [`/patient/${demoAccount('patient@salal.example').personId}`]: 'record',
  });
});

test('an administrator', async ({ page }) => {
  await signInStaff(page, demoAccount('admin@salal.example'));
  await walk(page, {
    '/audit': 'admin',
    '/insight': 'admin',
    '/operations': 'admin',
    '/medication-filter': 'admin',
    '/remittance': 'admin',
  });
});
