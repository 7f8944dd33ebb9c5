// SPDX-License-Identifier: AGPL-3.0-or-later

// The authenticator app, with six digits and steps of 30 seconds. The server takes each step
// once, so the steps used in this run are kept, and the next one (within its tolerance) is used.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { TOTP } from 'otpauth';
import { currentInstance } from './instance';

const STEP_SECONDS = 30;

/** The first code of this secret that was not used yet. */
export async function nextCode(secret: string): Promise<string> {
  const file = join(currentInstance().folder, 'steps.json');
  const used: Record<string, number> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const now = () => Math.floor(Date.now() / 1000 / STEP_SECONDS);
  const step = Math.max(now(), (used[secret] ?? 0) + 1);
  await expect.poll(() => now() + 1 >= step, { timeout: 60_000, intervals: [500] }).toBe(true);
  writeFileSync(file, JSON.stringify({ ...used, [secret]: step }));
  return new TOTP({ secret }).generate({ timestamp: step * STEP_SECONDS * 1000 });
}
