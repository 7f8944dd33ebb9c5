// A house: the sandbox and the real program with the demo data, in a fresh
// folder, on free ports. Everything else here asks `here()`, so that a test never names an address.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Environment variables of the program, such as SALAL_FEATURES__FREE. */
export type Settings = Readonly<Record<string, string>>;

/** An account as `salal demo --json` prints it. */
export interface DemoAccount {
  readonly role: string;
  readonly email: string;
  readonly password: string;
  /** Base 32; staff only. */
  readonly totpSecret: string | null;
  readonly personId: string;
}

export interface House {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly folder: string;
  readonly accounts: readonly DemoAccount[];
  readonly close: () => Promise<void>;
}

export const PROGRAM = resolve(process.env['SALAL_BIN'] ?? '../target/debug/salal');
const START_MS = 120_000;

/** The folder of the whole run, made by the configuration. */
export function runFolder(): string {
  const found = process.env['SALAL_E2E_FOLDER'];
  if (found === undefined) throw new Error('playwright.config.ts names the folder of the run');
  return found;
}

/** Below the ports that the system gives to outgoing connections, which would be taken again. */
const PORTS = { from: 20_000, to: 32_000 };

/** Whether nobody listens on this port. */
function isFree(port: number): Promise<boolean> {
  return new Promise((found) => {
    const server = createServer();
    server.once('error', () => found(false));
    server.listen(port, '127.0.0.1', () => server.close(() => found(true)));
  });
}

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const port = randomInt(PORTS.from, PORTS.to);
  return (await isFree(port)) ? port : freePort();
}

function environment(folder: string, ports: readonly number[], settings: Settings): NodeJS.ProcessEnv {
  const [server = 0, sandbox = 0, smtp = 0] = ports;
  return {
    ...process.env,
    SALAL_DATABASE_URL: `sqlite://${folder}/salal.db?mode=rwc`,
    SALAL_DATABASE__UPLOADS: join(folder, 'uploads'),
    SALAL_SERVER__ADDRESS: `127.0.0.1:${server}`,
    SALAL_SERVER__PUBLIC_URL: `http://127.0.0.1:${server}`,
    SALAL_SANDBOX__ADDRESS: `127.0.0.1:${sandbox}`,
    SALAL_SANDBOX__SMTP: `127.0.0.1:${smtp}`,
    SALAL_LIMITS__PUBLIC_CALLS_PER_MINUTE: '6000',
    // Both would make a browser wait for nothing.
    SALAL_JOBS__POLL_MILLISECONDS: '200',
    SALAL_JOBS__UNDO_SECONDS: '0',
    SALAL_PRESCRIPTIONS__FAX_POLL_SECONDS: '1',
    SALAL_PRESCRIPTIONS__FAX_UNLISTED_SECONDS: '3',
    ...settings,
  };
}

/** Starts one of the two programs, its words going to a file of the folder. */
function start(what: 'sandbox' | 'serve', folder: string, env: NodeJS.ProcessEnv): ChildProcess {
  const log = openSync(join(folder, `${what}.log`), 'a');
  const child = spawn(PROGRAM, [what], { env, stdio: ['ignore', log, log] });
  // A worker that is stopped halfway takes its programs along.
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await gone;
}

/** Waits until the address answers, and tells the program's last words when it has ended instead. */
async function answers(address: string, child: ChildProcess, log: string): Promise<void> {
  const until = Date.now() + START_MS;
  for await (const _ of setInterval(100)) {
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) return;
    if (Date.now() > until || child.exitCode !== null) break;
  }
  throw new Error(`${address} does not answer:\n${readFileSync(log, 'utf8').slice(-2000)}`);
}

/** Where the demo data of the usual settings lie for the whole run. */
const common = () => join(runFolder(), 'demo');

async function makeDemo(env: NodeJS.ProcessEnv): Promise<readonly DemoAccount[]> {
  const demo = await promisify(execFile)(PROGRAM, ['demo', '--json'], { env });
  return JSON.parse(demo.stdout);
}

/** Makes the demo data once, before the first test: to make them for each house takes longer than to copy. */
export async function makeCommonDemo(): Promise<void> {
  mkdirSync(common(), { recursive: true });
  const accounts = await makeDemo(environment(common(), [], {}));
  writeFileSync(join(common(), 'accounts.json'), JSON.stringify(accounts));
}

/** The demo data in the folder of a house: a copy, unless a switch of its settings may make them others. */
async function furnish(
  folder: string,
  env: NodeJS.ProcessEnv,
  settings: Settings,
): Promise<readonly DemoAccount[]> {
  if (Object.keys(settings).some((name) => name.startsWith('SALAL_FEATURES__'))) return makeDemo(env);
  for (const name of ['salal.db', 'salal.db-wal', 'uploads']) {
    const from = join(common(), name);
    if (existsSync(from)) cpSync(from, join(folder, name), { recursive: true });
  }
  return JSON.parse(readFileSync(join(common(), 'accounts.json'), 'utf8'));
}

/** Opens a house with these settings besides the usual ones. */
export async function openHouse(settings: Settings): Promise<House> {
  const folder = mkdtempSync(join(runFolder(), 'house-'));
  const ports = [await freePort(), await freePort(), await freePort()];
  const env = environment(folder, ports, settings);
  const url = `http://127.0.0.1:${ports[0]}`;
  const sandboxUrl = `http://127.0.0.1:${ports[1]}`;
  const accounts = await furnish(folder, env, settings);
  const sandbox = start('sandbox', folder, env);
  const server = start('serve', folder, env);
  await Promise.all([
    answers(`${sandboxUrl}/outbox`, sandbox, join(folder, 'sandbox.log')),
    answers(`${url}/readyz`, server, join(folder, 'serve.log')),
  ]);
  const close = async () => {
    await stopped(server);
    await stopped(sandbox);
  };
  return { url, sandboxUrl, folder, accounts, close };
}

let entered: House | undefined;

/** From now on this worker's tests are about this house. */
export function enter(house: House | undefined): void {
  entered = house;
}

/** The house of the running test. */
export function here(): House {
  if (!entered) throw new Error("import { test } from './support/test', which opens a house");
  return entered;
}

/** The demo account with this e-mail address. */
export function demo(email: string): DemoAccount {
  const found = here().accounts.find((one) => one.email === email);
  if (!found) throw new Error(`the demo data has no ${email}`);
  return found;
}
