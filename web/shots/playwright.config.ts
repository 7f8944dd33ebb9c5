// Pictures of every page, beside the browser tests: `make shots`.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import tests from '../playwright.config';

process.env['SALAL_E2E_FOLDER'] ??= mkdtempSync(join(tmpdir(), 'salal-shots-'));
// A clinic at work: its lists and charts have something to show.
process.env['E2E_DEMO'] ??= '--patients 7 --days 60';

export default defineConfig({
  ...tests,
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: '../e2e/support/setUp.ts',
  globalTeardown: './sheet.ts',
  workers: 2,
  retries: 0,
  reporter: [['line']],
  projects: [{ name: 'desktop', use: { viewport: { width: 1440, height: 900 } } }],
});
