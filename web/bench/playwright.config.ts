// The measurements in a browser, beside `make bench`: one worker, no traces, nothing else going on.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { BROWSER } from '../e2e/support/browser';

process.env['SALAL_E2E_FOLDER'] ??= mkdtempSync(join(tmpdir(), 'salal-keys-'));

export default defineConfig({
  testDir: '.',
  globalTeardown: '../e2e/support/cleanUp.ts',
  workers: 1,
  timeout: 600_000,
  expect: { timeout: 15_000 },
  reporter: [['line']],
  use: {
    locale: 'en-CA',
    timezoneId: 'America/Vancouver',
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: BROWSER,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
    },
  },
});
