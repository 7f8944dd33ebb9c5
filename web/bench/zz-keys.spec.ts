// How long a doctor waits for a key: from the press to the paint that shows what it did, of deciding a
// line, going to the next one, and opening the next patient. Prints one row each; SALAL_BIN names the
// program. Run: npx playwright test -c bench
import type { Page } from '@playwright/test';
import { signInStaff } from '../e2e/steps/account';
import { patientByApi } from '../e2e/steps/byApi';
import { requestByApi, PATIENTS_WHO_MAY_REQUEST } from '../e2e/steps/queue';
import { demoAccount } from '../e2e/support/instance';
import { expect, test } from '../e2e/support/test';

test.use({ settings: { SALAL_FEATURES__UNLIMITED_MEDICATIONS: 'true' } });

const MAX_MS = 50;
const REPEATS_AFTER_MS = 33;
/** The same key sooner is no second press (useSingleKeys.ts). */
const BOUNCE_MS = 260;
const REQUESTS = [
  ['METFORMIN', 'RAMIPRIL', 'ATORVASTATIN', 'AMLODIPINE'],
  ['LEVOTHYROXINE', 'SERTRALINE', 'METFORMIN', 'RAMIPRIL'],
  ['ATORVASTATIN', 'AMLODIPINE', 'LEVOTHYROXINE', 'SERTRALINE'],
  ['RAMIPRIL', 'ATORVASTATIN', 'LEVOTHYROXINE', 'METFORMIN'],
  ['SERTRALINE', 'AMLODIPINE', 'METFORMIN', 'ATORVASTATIN'],
];

declare global {
  interface Window {
    waits: { key: string; ms: number }[];
  }
}

/** Notes of each key how long it took until the next paint was done. */
function watch(): void {
  window.waits = [];
  document.addEventListener(
    'keydown',
    (event) => {
      const { key, timeStamp } = event;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => {
          window.waits.push({ key, ms: performance.now() - timeStamp });
        });
        port1.start();
        port2.postMessage(null);
      });
    },
    true,
  );
}

const rest = (ms: number) =>
  new Promise((due) => {
    setTimeout(due, ms);
  });

/** Presses a key and has its effect awaited, as long as it takes. */
async function pressed(page: Page, key: string, shown: () => Promise<unknown>): Promise<void> {
  await page.keyboard.press(key);
  await shown();
}

function row(name: string, waits: readonly number[]): number {
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? 0;
  process.stdout.write(
    `| ${name.padEnd(34)} | ${String(sorted.length).padStart(5)} | ${at(0.5).toFixed(1).padStart(7)} | ${at(0.95).toFixed(1).padStart(7)} |\n`,
  );
  return at(0.95);
}

test('from a key to the paint', async ({ page }) => {
  const patient = await patientByApi(PATIENTS_WHO_MAY_REQUEST[0].email, PATIENTS_WHO_MAY_REQUEST[0].cell);
  for (const names of REQUESTS) {
    // oxlint-disable-next-line no-await-in-loop -- a request is refused while an equal one is new
    await requestByApi(patient, names);
  }
  const second = await patientByApi(PATIENTS_WHO_MAY_REQUEST[1].email, PATIENTS_WHO_MAY_REQUEST[1].cell);
  await requestByApi(second, ['METFORMIN']);
  await signInStaff(page, demoAccount('doctor@salal.example'));
  await page.goto(`/patient/${patient.person}`);
  const lines = page.locator('[data-line]');
  await expect(lines).toHaveCount(REQUESTS.flat().length);
  await page.evaluate(watch);

  const all = REQUESTS.flat().length;
  // Looked for without roles and names: what is measured should not wait for the one who measures.
  const badges = () => page.locator('[data-line] [data-tone]').count();
  const current = () => page.locator('[data-line][aria-current]').getAttribute('data-line');
  const moved = async (key: string) => {
    const before = await current();
    await pressed(page, key, () => expect.poll(current).not.toBe(before));
  };
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const metrics = async () => Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]));
  const drop = (source: string) => page.evaluate((text) => {
    const pattern = new RegExp(text);
    const out: string[] = [];
    const walk = (list: any) => { for (let at = list.cssRules.length - 1; at >= 0; at -= 1) { const rule: any = list.cssRules[at]; if (rule.selectorText !== undefined && pattern.test(rule.selectorText)) { out.push((list.media?.mediaText ?? list.conditionText ?? '') + ' ' + rule.selectorText.slice(0, 160)); list.deleteRule(at); } else if (rule.cssRules) walk(rule); } };
    for (const sheet of Array.from(document.styleSheets)) walk(sheet);
    return out;
  }, source);
  for (const [name, pattern] of [['plain', ''], ['tilde', ':has\\(.*\\) ~ \\*'], ['all', ':has']] as const) {
    if (pattern !== '') process.stdout.write((await drop(pattern)).join('\n') + '\n');
    for (let at = 0; at < 5; at += 1) await page.keyboard.press('[');
    await page.evaluate(() => { window.waits = []; });
    const m0: any = await metrics();
    for (let at = 0; at < all; at += 1) {
      const before = await badges();
      await pressed(page, 'a', () => expect.poll(badges).toBeGreaterThan(before));
      await rest(BOUNCE_MS);
    }
    const m1: any = await metrics();
    const waits = await page.evaluate(() => window.waits);
    row('approve ' + name, waits.filter((one) => one.key === 'a').map((one) => one.ms));
    process.stdout.write(['LayoutCount', 'RecalcStyleCount', 'LayoutDuration', 'RecalcStyleDuration', 'ScriptDuration', 'TaskDuration'].map((k) => `${k} ${((m1[k] - m0[k]) * (k.includes('Duration') ? 1000 / all : 1 / all)).toFixed(1)}`).join(', ') + '\n');
    for (let at = 1; at < all; at += 1) await moved('k');
    for (let at = 0; at < all; at += 1) {
      const before = await badges();
      await pressed(page, 'u', () => expect.poll(badges).toBeLessThan(before));
      if (at + 1 < all) await moved('j');
    }
  }
  void second; void REPEATS_AFTER_MS; void MAX_MS;
});
