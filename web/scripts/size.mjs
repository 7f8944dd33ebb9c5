// SPDX-License-Identifier: AGPL-3.0-or-later

// The script bytes a patient's browser loads before the dashboard stands, compressed as the server
// sends them. Fails above the budget. Run after `npm run build`.
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

/** At most 150 KB brotli at first load: what a phone on a slow network waits for. */
const BUDGET = 150_000;
const DIST = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', DIST), 'utf8'));

const seen = new Set();
function take(key) {
  if (seen.has(key)) return;
  seen.add(key);
  for (const needed of manifest[key].imports ?? []) take(needed);
}
take('index.html');
take('src/app/dashboard/DashboardPage.tsx');
for (const key of process.argv.slice(2)) take(key);

let total = 0;
for (const key of seen) {
  const { file } = manifest[key];
  const bytes = brotliCompressSync(readFileSync(new URL(file, DIST))).length;
  total += bytes;
  console.log(`${String(bytes).padStart(8)}  ${file}`);
}
console.log(`${String(total).padStart(8)}  first load of the patient's dashboard, budget ${BUDGET}`);
if (total > BUDGET) process.exit(1);
