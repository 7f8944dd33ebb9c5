// Building, serving while one works, and the unit tests' surroundings. The built files are
// served by the salal program itself, so everything is relative to the root path.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { bundles } from './scripts/bundles.ts';
import { publicPages } from './scripts/prerender.ts';
import { textSize } from './scripts/textSize.ts';
import { themeAhead } from './scripts/themeAhead.ts';

const api = process.env['SALAL_API'] ?? 'http://127.0.0.1:8080';

const TESTS = ['src/**/*.test.{ts,tsx}', 'scripts/*.test.mjs'];

/** The name of a class says where it is from: words take less room in a compressed script than a hash. */
function className(local: string, file: string): string {
  const [path = ''] = file.split('?');
  const folder = dirname(path);
  return `${basename(dirname(folder))}-${basename(folder)}-${basename(path, '.module.css')}-${local}`;
}

/** The app, and the public pages, which are documents of their own. */
const INPUT = ['index.html', 'public.html'];

/**
 * The tests that replace a module, or load modules anew with something else in the window; and those that say in their
 * head why nothing of theirs may reach the next file.
 */
function withOwnModules(): string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path}`)
    .filter(
      (path) =>
        /\.test\.tsx?$/.test(path) &&
        /vi\.(?:mock|resetModules)\(|^\/\/ In a window of its own/m.test(readFileSync(path, 'utf8')),
    );
}

export default defineConfig({
  plugins: [react(), themeAhead(), bundles(INPUT), publicPages()],
  server: { port: 5173, proxy: { '/api': api } },
  preview: { proxy: { '/api': api } },
  css: { modules: { generateScopedName: className }, postcss: { plugins: [textSize()] } },
  build: {
    target: 'es2022',
    rollupOptions: {
      input: INPUT,
      // The first load carries the names of all chunks: short ones. Fonts keep theirs (prerender.ts).
      output: {
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: ({ names }) =>
          names.every((name) => name.endsWith('.css'))
            ? 'assets/[hash:7][extname]'
            : 'assets/[name]-[hash][extname]',
      },
    },
    // Nothing inline: the Content-Security-Policy of the program refuses data: addresses.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
  },
  test: {
    environment: 'jsdom',
    pool: 'threads',
    // A window for each file takes ten times as long as the tests in it. Where a test puts something in
    // the place of a module the others have that module already, and what it loads anew would stay for
    // the next file; so those have windows of their own.
    projects: [
      {
        extends: true,
        test: { name: 'shared', isolate: false, include: TESTS, exclude: withOwnModules() },
      },
      { extends: true, test: { name: 'apart', include: withOwnModules() } },
    ],
    setupFiles: ['./src/test-setup.ts'],
    css: false,
    restoreMocks: true,
    // A busy machine is no failure.
    testTimeout: 30_000,
  },
});
