// SPDX-License-Identifier: AGPL-3.0-or-later

// The public pages, as visitors, search engines and link previews get them: documents with their
// words in them, which then come to life. Every page is looked at wide and narrow, light and dark; text
// twice the size is in text-size.spec.ts.
import type { APIRequestContext, Page } from '@playwright/test';
import { signIn } from './steps/account';
import { demoAccount } from './support/instance';
import { checkScreen, waitForAnimations } from './support/checkScreen';
import { expect, test } from './support/test';

const PAGES = [
  {
    path: '/',
    name: 'home',
    h1: 'Renew the prescriptions you already take.',
    words: '$50.00 with a BC Services Card',
  },
  { path: '/about-us', name: 'about', h1: 'About Us', words: 'Harbour Lane Medical Burnaby' },
  { path: '/faq', name: 'faq', h1: 'FAQ', words: 'With a valid BC Services Card: $50.00 for 1 prescription' },
  { path: '/blog', name: 'blog', h1: 'Blog', words: 'May 16, 2022' },
  {
    path: '/blog/post-1',
    name: 'post-1',
    h1: 'Renewing safely: what your doctor checks',
    words: 'May 16, 2022',
  },
  {
    path: '/blog/post-2',
    name: 'post-2',
    h1: 'Sleep apnea, and how a home test works',
    words: 'The fee for the request is $20.00',
  },
  { path: '/price', name: 'price', h1: 'Pricing', words: '$190.00' },
  { path: '/fees', name: 'fees', h1: 'Fees', words: 'Prices can change.' },
  {
    path: '/privacy',
    name: 'privacy',
    h1: 'Privacy Policy',
    words: 'Version 2.0, last updated March 3, 2022',
  },
  { path: '/terms', name: 'terms', h1: 'Terms of Use', words: 'Version 2.0, last updated March 4, 2022' },
  {
    path: '/pharmanet-consent',
    name: 'pharmanet',
    h1: 'PharmaNet Consent',
    words: 'PharmaNet is the provincial record',
  },
] as const;

/** What is wrong with a page while it comes to life (React says so when the words differ). */
function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on('pageerror', (error) => heard.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(message.text());
  });
  return heard;
}

/** The words of a document as they come from the server: entities read, white space one blank. */
async function served(request: APIRequestContext, path: string): Promise<string> {
  const answer = await request.get(path);
  expect(answer.status(), path).toBe(200);
  return answer.text();
}

function wordsOf(html: string): string {
  return html
    .replaceAll(/<script.*?<\/script>/gs, '')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x2f;', '/')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([.,:])/g, '$1');
}

async function narrow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

for (const { path, name, h1, words } of PAGES) {
  test(`${path} is whole in what the server sends, and comes to life unchanged`, async ({
    page,
    request,
    baseURL,
  }) => {
    const html = await served(request, path);
    expect(html).not.toMatch(/\{\{|\{%/);
    expect(wordsOf(html)).not.toMatch(/undefined|NaN/);
    expect(wordsOf(html)).toContain(h1);
    expect(wordsOf(html)).toContain(words);
    expect(html).toMatch(/<title>[^<]+ · Salal<\/title>/);
    expect(html).toMatch(/<meta name="description" content="[^"]{40,200}"/);
    expect(html.replaceAll('&#x2f;', '/')).toContain(`<link rel="canonical" href="${baseURL}${path}"`);
    expect(html.replaceAll('&#x2f;', '/')).toContain(
      `<meta property="og:image" content="${baseURL}/icons/share.png"`,
    );

    const heard = complaints(page);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: h1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(heard).toEqual([]);
  });

  test(`${path} at every width, in both schemes`, async ({ page }) => {
    await page.goto(path);
    // An open page follows the system, or what is looked at in the dark would be the light one.
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await checkScreen(page, `public-${name}`, 'dark');
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await checkScreen(page, `public-${name}-${width}`);
      expect.soft(await narrow(page), `${path} at ${width}`).toBeLessThanOrEqual(0);
    }
  });
}

test('search engines are told of every page, and of no private one', async ({ request, baseURL }) => {
  const map = await served(request, '/sitemap.xml');
  const listed = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map((found) => found[1]?.replaceAll('&#x2f;', '/'));
  expect(listed).toEqual(PAGES.map(({ path }) => `${baseURL}${path}`));
  const robots = await served(request, '/robots.txt');
  expect(robots).toContain('Disallow: /api/');
  expect(robots.replaceAll('&#x2f;', '/')).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  const app = await served(request, '/login');
  expect(app).toContain('<meta name="robots" content="noindex"');
  const facts = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(
    await served(request, '/faq'),
  )?.[1];
  expect(JSON.parse(facts ?? '{}')).toMatchObject({ '@type': 'FAQPage' });
});

test('a page that is known already is not sent again, and no template is ever sent raw', async ({
  request,
}) => {
  const first = await request.get('/faq');
  const { etag = '' } = first.headers();
  expect(etag).toMatch(/^W\/"/);
  expect((await request.get('/faq', { headers: { 'if-none-match': etag } })).status()).toBe(304);
  for (const path of ['/index.html', '/pages/faq.html', '/pages/index.html', '/.vite/manifest.json'])
    expect(await (await request.get(path)).text(), path).not.toMatch(/\{\{|"isEntry"/);
  expect((await request.post('/faq')).status()).toBe(405);
});

test('the app can be put on a phone', async ({ page, request }) => {
  const manifest: { start_url: string; icons: { src: string; sizes: string }[] } = JSON.parse(
    await served(request, '/manifest.webmanifest'),
  );
  expect(manifest.start_url).toBe('/dashboard');
  for (const icon of [...manifest.icons, { src: '/icons/apple-touch-icon.png' }, { src: '/icons/share.png' }])
    expect((await request.get(icon.src)).headers()['content-type'], icon.src).toMatch(/^image\//);
  await page.goto('/login');
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', '/manifest.webmanifest');
});

test('the front page: two cards, four services, prices; dialogs from the keyboard', async ({ page }) => {
  await page.goto('/');
  for (const text of [
    '7000+ medications',
    '1000+ pharmacies',
    '2+ physical locations',
    '20+ years of experience',
  ])
    await expect(page.getByRole('listitem').filter({ hasText: text })).toBeVisible();
  const dialogs = [
    ['Learn More: Prescription on demand', 'Prescription on demand', 'crossed out'],
    ['Learn More: No more waiting', 'No more waiting', '24/7'],
    ['Sleep-study requests', 'Sleep-study requests', 'ten questions'],
    ['Specialist referrals', 'Specialist referrals', 'write to customer service'],
    ['Lab or radiology requests', 'Lab or radiology requests', '$20.00'],
    ['Sick notes and driver medicals', 'Sick notes and driver medicals', '$65.00'],
  ] as const;
  for (const [button, title, words] of dialogs) {
    const opener = page.getByRole('button', { name: button });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toContainText(words);
    await expect(dialog.locator(':focus')).toHaveCount(1);
    if (title === 'Prescription on demand') await checkScreen(page, 'public-learn-more', 'dark');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Pricing' }).click();
  const fees = page.getByRole('dialog', { name: 'Fees' });
  await expect(fees.getByRole('row', { name: /^5 prescriptions/ })).toContainText('$90.00');
  await expect(fees.getByRole('row', { name: /^5 prescriptions/ })).toContainText('$190.00');
  await checkScreen(page, 'public-fees-dialog');
  await fees.getByRole('link', { name: 'All prices' }).click();
  await expect(page).toHaveURL(/\/price$/);
});

test('policies: to the end before the box, from one to another, ticked for somebody signed in', async ({
  page,
}) => {
  await page.goto('/faq');
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Privacy Policy' }).click();
  const privacy = page.getByRole('dialog', { name: 'Privacy Policy' });
  await expect(privacy).toContainText('Version 2.0, last updated March 3, 2022');
  await expect(privacy).toContainText('minimum of 16 years');
  await expect(privacy.getByRole('checkbox')).toHaveCount(0);
  await expect(privacy.getByText('Read to the end to continue.')).toBeVisible();
  await checkScreen(page, 'public-privacy-dialog', 'dark');
  await privacy.getByRole('button', { name: 'Terms of Use' }).click();
  const terms = page.getByRole('dialog', { name: 'Terms of Use' });
  await expect(terms).toContainText('Version 2.0, last updated March 4, 2022');
  await expect(privacy).toHaveCount(0);
  await terms.getByRole('region').focus();
  await page.keyboard.press('End');
  await terms.getByRole('checkbox').check();
  await terms.getByRole('button', { name: 'Confirm' }).click();
  await expect(terms).toHaveCount(0);
  await footer.getByRole('link', { name: 'Fee Schedule' }).click();
  await expect(page.getByRole('dialog', { name: 'Fee Schedule' })).toContainText('Fees are non-refundable.');
  await page.keyboard.press('Escape');

  const patient = demoAccount('patient@salal.example');
  await page.goto('/login');
  await signIn(page, patient, '6045550110');
  await page.goto('/faq');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await footer.getByRole('link', { name: 'Terms of Use' }).click();
  await expect(terms.getByRole('checkbox')).toBeChecked();
  await expect(terms.getByRole('checkbox')).toBeDisabled();
  await terms.getByRole('button', { name: 'Close' }).last().click();
  await page.goto('/');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('questions are found by words of the answer, and opened from the keyboard or by a link', async ({
  page,
}) => {
  await page.goto('/faq');
  const search = page.getByLabel('Search the questions');
  expect(await page.locator('details').count()).toBeGreaterThanOrEqual(15);
  await search.fill('OPIATES stimulants');
  await expect(page.getByText('1 question found')).toBeVisible();
  await expect(page.getByText('Antibiotics are renewed only exceptionally.')).toBeVisible();
  await search.fill('zzzz');
  await expect(page.getByText('No questions match.')).toBeVisible();
  await checkScreen(page, 'public-faq-nothing');
  await search.fill('');
  const question = page.locator('summary').filter({ hasText: 'How long does it take?' });
  await question.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('A review may take up to 24 hours', { exact: false }).first()).toBeVisible();
  await page.goto('/faq#keep');
  await page.reload();
  await expect(page.getByText('A minimum of 16 years', { exact: false })).toBeVisible();
});

test('links with a goal lead on, from the front page and from the sign-up', async ({ page }) => {
  await page.goto('/?redirect=recovery/password&token=abc');
  await expect(page).toHaveURL(/\/recovery\/password\?redirect=recovery%2Fpassword&token=abc$/);
  await page.goto('/?redirect=dashboard&token=abc');
  await expect(page).toHaveURL(/\/registration\?redirect=dashboard&token=abc$/);
  await page.goto('/registration?redirect=recovery/password&token=abc');
  await expect(page).toHaveURL(/\/recovery\/password\?redirect=recovery%2Fpassword&token=abc$/);
});

test('footer and header lead everywhere, on a phone too', async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo').getByRole('navigation', { name: 'Site' });
  const ways = {
    'About Us': /\/about-us$/,
    FAQ: /\/faq$/,
    Blog: /\/blog$/,
    Pricing: /\/price$/,
    'Contact Us': /\/about-us#contact$/,
    'Prescription on Demand': /\/#prescription-on-demand$/,
  };
  for (const [label, address] of Object.entries(ways)) {
    await footer.getByRole('link', { name: label, exact: true }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const menu = page.locator('summary').filter({ hasText: 'Menu' });
  await menu.click();
  await waitForAnimations(page);
  await checkScreen(page, 'public-menu-390', 'dark');
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Personal information' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await expect(page).toHaveURL(/\/login$/);
  // From inside the app to a public page, and back.
  await page
    .getByRole('link', { name: /^Salal/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /^Renew the prescriptions/ })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/login$/);
});
