// SPDX-License-Identifier: AGPL-3.0-or-later

// Fails when src/api/generated is not what openapi.json gives. Mend it with `npm run gen`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const fresh = mkdtempSync(join(tmpdir(), 'salal-types-'));
try {
  const run = spawnSync('npx', ['openapi-ts', '--output', fresh, '--silent'], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr || run.stdout);
  const kept = readFileSync(new URL('../src/api/generated/types.gen.ts', import.meta.url), 'utf8');
  if (readFileSync(join(fresh, 'types.gen.ts'), 'utf8') !== kept) {
    console.error('src/api/generated is not current: run `npm run gen` in web/');
    process.exitCode = 1;
  }
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
