// Where the program under test answers, and who the demo data brought.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PORT = Number(process.env['SALAL_E2E_PORT'] ?? '18080');
export const ADDRESS = `127.0.0.1:${PORT}`;
export const URL = `http://${ADDRESS}`;
export const SANDBOX_ADDRESS = `127.0.0.1:${PORT + 10}`;
export const SANDBOX_URL = `http://${SANDBOX_ADDRESS}`;
export const SMTP_ADDRESS = `127.0.0.1:${PORT - 55}`;

/** An account as `salal demo --json` prints it. */
export interface DemoAccount {
  readonly role: string;
  readonly email: string;
  readonly password: string;
  /** Base 32; staff only. */
  readonly totpSecret: string | null;
  readonly personId: string;
}

/** The folder of this run, made by the configuration. */
export function folder(): string {
  const found = process.env['SALAL_E2E_FOLDER'];
  if (found === undefined) throw new Error('playwright.config.ts names the folder of the run');
  return found;
}

/** The demo account with this e-mail address. */
export function demo(email: string): DemoAccount {
  const accounts: DemoAccount[] = JSON.parse(readFileSync(join(folder(), 'demo.json'), 'utf8'));
  const found = accounts.find((one) => one.email === email);
  if (!found) throw new Error(`the demo data has no ${email}`);
  return found;
}
