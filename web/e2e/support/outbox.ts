// SPDX-License-Identifier: AGPL-3.0-or-later

// What left the instance: e-mails, text messages and faxes as the sandbox received them, and the money
// it moved. Reading waits for what has to come; nothing here is on a timer.
import { expect } from '@playwright/test';
import { currentInstance } from './instance';

export interface Sent {
  readonly _id: string;
  readonly channel: 'sms' | 'email' | 'fax';
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachments: readonly { readonly name: string }[];
}

interface LedgerEntry {
  readonly operation: string;
  /** Cents. */
  readonly amount: number | null;
}

async function read<T>(path: string): Promise<T> {
  const answer = await fetch(`${currentInstance().sandboxUrl}${path}`, {
    headers: { accept: 'application/json' },
  });
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to ${path}`);
  return answer.json();
}

/** Newest first. */
export function outbox(channel: Sent['channel'], to: string): Promise<Sent[]> {
  return read(`/outbox?channel=${channel}&to=${encodeURIComponent(to)}`);
}

/** Newest first. */
export function ledger(service: string): Promise<LedgerEntry[]> {
  return read(`/ledger?service=${service}`);
}

/** How a service fails: it says no, breaks first, loses its answer, is slow or is not there. */
type Failing = 'decline' | 'error' | 'lost' | 'slow' | 'down';

/** The next call of a service with an effect fails. */
export async function failNextCall(service: string, mode: Failing, times = 1): Promise<void> {
  const answer = await fetch(`${currentInstance().sandboxUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ service, mode, times }),
  });
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to a fault`);
}

/** Does something that sends a six-digit code, and gives that code. */
export async function codeOf(
  channel: 'sms' | 'email',
  to: string,
  cause: () => Promise<unknown>,
): Promise<string> {
  const before = new Set((await outbox(channel, to)).map((one) => one._id));
  await cause();
  let code: string | undefined;
  await expect
    .poll(
      async () => {
        const fresh = (await outbox(channel, to)).filter((one) => !before.has(one._id));
        code = fresh.map((one) => /\b\d{6}\b/.exec(one.text)?.[0]).find((one) => one !== undefined);
        return code;
      },
      { message: `a code by ${channel}`, timeout: 30_000 },
    )
    .toBeDefined();
  return code ?? '';
}
