// SPDX-License-Identifier: AGPL-3.0-or-later

// The authenticator app: RFC 6238 with six digits and steps of 30 seconds. The server takes each step
// once, so the steps used in this run are kept, and the next one (within its tolerance) is used.
import { createHmac } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { currentInstance } from './instance';

const STEP_SECONDS = 30;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function bytesOf(base32: string): Buffer {
  const bits = [...base32.replaceAll(/[\s=]/g, '')]
    .map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const whole = bits.match(/.{8}/g) ?? [];
  return Buffer.from(whole.map((byte) => Number.parseInt(byte, 2)));
}

function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** The first code of this secret that was not used yet. */
export async function nextCode(secret: string): Promise<string> {
  const file = join(currentInstance().folder, 'steps.json');
  const used: Record<string, number> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const now = () => Math.floor(Date.now() / 1000 / STEP_SECONDS);
  const step = Math.max(now(), (used[secret] ?? 0) + 1);
  await expect.poll(() => now() + 1 >= step, { timeout: 60_000, intervals: [500] }).toBe(true);
  writeFileSync(file, JSON.stringify({ ...used, [secret]: step }));
  return codeAt(secret, step);
}
