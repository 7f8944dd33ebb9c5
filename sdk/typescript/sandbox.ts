// SPDX-License-Identifier: AGPL-3.0-or-later

// What stands around the patient and the doctor in the test: the phone, the mailbox, the pharmacy's fax
// machine and the card company, all played by the sandbox, and the doctor's authenticator. Deliberately
// not here: Salal's own calls, which are generated.
import { createHmac } from 'node:crypto';
import { setInterval } from 'node:timers/promises';

/** An account as `salal demo --json` prints it. */
export interface DemoAccount {
  readonly email: string;
  readonly password: string;
  /** Base 32; staff only. */
  readonly totpSecret: string | null;
}

/** A message as its receiver has it. */
export interface Sent {
  readonly _id: string;
  readonly text: string;
  readonly attachments: readonly { readonly name: string }[];
}

/** Something a service did. */
export interface Effect {
  readonly operation: string;
  /** Cents. */
  readonly amount: number | null;
}

/** A variable that `scripts/sdk.sh` sets. */
export function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run scripts/sdk.sh test`);
  return value;
}

async function read<T>(path: string): Promise<T> {
  const answer = await fetch(new URL(path, setting('JOURNEY_SANDBOX')), {
    headers: { accept: 'application/json' },
  });
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to ${path}`);
  return answer.json();
}

/** What was sent to this number or address, newest first. */
export function outbox(channel: 'sms' | 'email' | 'fax', to: string): Promise<Sent[]> {
  return read(`/outbox?channel=${channel}&to=${encodeURIComponent(to)}`);
}

/** What this service did, newest first. */
export function ledger(service: string): Promise<Effect[]> {
  return read(`/ledger?service=${service}`);
}

/** Asks until there is an answer other than `undefined`, for half a minute at most. */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const until = Date.now() + 30_000;
  for await (const _ of setInterval(100)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > until) break;
  }
  throw new Error(`${what}: nothing within half a minute`);
}

/** Does something that sends a six-digit code, and gives that code. */
export async function codeAfter(
  channel: 'sms' | 'email',
  to: string,
  cause: () => Promise<unknown>,
): Promise<string> {
  const before = new Set((await outbox(channel, to)).map((message) => message._id));
  await cause();
  return eventually(`a code by ${channel}`, async () => {
    const fresh = (await outbox(channel, to)).filter((message) => !before.has(message._id));
    return fresh.map((message) => /\b\d{6}\b/.exec(message.text)?.[0]).find((code) => code !== undefined);
  });
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What the authenticator shows now (RFC 6238: six digits, steps of 30 seconds). */
export function authenticatorCode(secret: string): string {
  const bits = [...secret].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  return String((hash.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}
