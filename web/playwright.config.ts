// The browser tests: the real program with its sandbox and its demo data, driven by the system's
// Chromium. Each file has an app instance of its own (e2e/support/test.ts). The web app and the program
// must have been built.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { BROWSER } from './e2e/support/browser';

// Made once: the tests' own processes read this file again and find it in their environment.
process.env['SALAL_E2E_FOLDER'] ??= mkdtempSync(join(tmpdir(), 'salal-e2e-'));

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/support/setUp.ts',
  globalTeardown: './e2e/support/cleanUp.ts',
  // Files side by side, the tests of one in their order; a test waits more than it works.
  workers: 3,
  // A story that passes only the second time does not stop a merge, but is named as flaky at the end: it is
  // mended, not ignored.
  retries: process.env['CI'] === undefined ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  // One test is a whole story; on a busy machine it takes three minutes.
  timeout: 600_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    locale: 'en-CA',
    timezoneId: 'America/Vancouver',
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    // A trace doubles the time; SALAL_TRACE=1 keeps that of a test which fails.
    trace: process.env['SALAL_TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: BROWSER,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--in-process-gpu',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      testMatch: ['access.spec.ts', 'journey.spec.ts', 'messages.spec.ts', 'sleep.spec.ts'],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
  ],
});
