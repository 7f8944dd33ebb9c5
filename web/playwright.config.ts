// The browser tests: the real program, with its sandbox and its demo data, in a fresh folder and on
// ports of its own, driven by the system's Chromium. The web app must have been built.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { ADDRESS, SANDBOX_ADDRESS, SANDBOX_URL, SMTP_ADDRESS, URL } from './e2e/support/house';

// Made once: the tests' own processes read this file again and find it in their environment.
const folder = process.env['SALAL_E2E_FOLDER'] ?? mkdtempSync(join(tmpdir(), 'salal-e2e-'));
process.env['SALAL_E2E_FOLDER'] = folder;

const program = resolve(process.env['SALAL_BIN'] ?? '../target/debug/salal');
const env = {
  SALAL_DATABASE_URL: `sqlite://${folder}/salal.db?mode=rwc`,
  SALAL_DATABASE__UPLOADS: join(folder, 'uploads'),
  SALAL_SERVER__ADDRESS: ADDRESS,
  SALAL_SERVER__PUBLIC_URL: URL,
  SALAL_SANDBOX__ADDRESS: SANDBOX_ADDRESS,
  SALAL_SANDBOX__SMTP: SMTP_ADDRESS,
  SALAL_LIMITS__PUBLIC_CALLS_PER_MINUTE: '6000',
  // Both would make a browser wait for nothing.
  SALAL_JOBS__POLL_MILLISECONDS: '200',
  SALAL_PRESCRIPTIONS__FAX_POLL_SECONDS: '1',
};

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalTeardown: './e2e/support/cleanUp.ts',
  // One after another: both stories use the same doctors, and two browsers would share two cores.
  workers: 1,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  // One test is a whole story; on a busy machine it takes three minutes.
  timeout: 420_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    baseURL: URL,
    locale: 'en-CA',
    timezoneId: 'America/Vancouver',
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env['SALAL_CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      testMatch: 'journey.spec.ts',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
  ],
  webServer: [
    { command: `"${program}" sandbox`, url: `${SANDBOX_URL}/outbox`, env, timeout: 60_000 },
    {
      command: `"${program}" demo --json > "${folder}/demo.json" && exec "${program}" serve`,
      url: `${URL}/readyz`,
      env,
      timeout: 120_000,
      stderr: 'ignore',
    },
  ],
});
