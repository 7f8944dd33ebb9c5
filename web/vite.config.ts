// Building, serving while one works, and the unit tests' surroundings. The built files are
// served by the salal program itself, so everything is relative to the root path.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { publicPages } from './scripts/prerender.ts';

const api = process.env['SALAL_API'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), publicPages()],
  server: { port: 5173, proxy: { '/api': api } },
  preview: { proxy: { '/api': api } },
  build: {
    target: 'es2022',
    // The app, and the public pages, which are documents of their own.
    rollupOptions: {
      input: ['index.html', 'public.html'],
      // The first load carries the names of all chunks: short ones. Fonts keep theirs (prerender.ts).
      output: {
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: ({ names }) =>
          names.every((name) => name.endsWith('.css'))
            ? 'assets/[hash][extname]'
            : 'assets/[name]-[hash][extname]',
      },
    },
    // For scripts/size.mjs.
    manifest: true,
    // Nothing inline: the Content-Security-Policy of the program refuses data: addresses.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['./src/test-setup.ts'],
    css: false,
    restoreMocks: true,
    // A busy machine is no failure.
    testTimeout: 30_000,
  },
});
