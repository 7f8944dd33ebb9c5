// SPDX-License-Identifier: AGPL-3.0-or-later

// An app instance: the sandbox and the real program with the demo data, in a fresh
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

export interface AppInstance {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly folder: string;
  readonly accounts: readonly DemoAccount[];
  /** Stops the server, and starts it again with the same files and at the same address. */
  readonly stopServer: () => Promise<void>;
  readonly startServer: () => Promise<void>;
  /** Stops the server in its tracks: connections stay open and nothing comes. And lets it go on. */
  readonly freezeServer: () => void;
  readonly thawServer: () => void;
  readonly close: () => Promise<void>;
}

export const PROGRAM = resolve(
  process.env['SALAL_BIN'] ?? join(process.env['CARGO_TARGET_DIR'] ?? '../target', 'debug/salal'),
);
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
function startProgram(what: 'sandbox' | 'serve', folder: string, env: NodeJS.ProcessEnv): ChildProcess {
  const log = openSync(join(folder, `${what}.log`), 'a');
  const child = spawn(PROGRAM, [what], { env, stdio: ['ignore', log, log] });
  // A worker that is stopped halfway takes its programs along.
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

async function stopProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await gone;
}

/** Waits until the address answers, and tells the program's last words when it has ended instead. */
async function waitForAnswer(address: string, child: ChildProcess, log: string): Promise<void> {
  const until = Date.now() + START_MS;
  for await (const _ of setInterval(100)) {
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) return;
    if (Date.now() > until || child.exitCode !== null) break;
  }
  throw new Error(`${address} does not answer:\n${readFileSync(log, 'utf8').slice(-2000)}`);
}

/** Where the demo data of the usual settings lie for the whole run. */
const commonDemoFolder = () => join(runFolder(), 'demo');

/** The demo's people alone; the pictures ask for a clinic with a history, and so may the settings of a file. */
const demoWords = (env: NodeJS.ProcessEnv) => (env['E2E_DEMO'] ?? '--empty').split(' ');

async function makeDemo(env: NodeJS.ProcessEnv): Promise<readonly DemoAccount[]> {
  const demo = await promisify(execFile)(PROGRAM, ['demo', ...demoWords(env), '--json'], { env });
  return JSON.parse(demo.stdout);
}

/** Makes the demo data once, before the first test: to make them for each instance takes longer than to copy. */
export async function makeCommonDemo(): Promise<void> {
  mkdirSync(commonDemoFolder(), { recursive: true });
  const ports = [await freePort(), await freePort(), await freePort()];
  const accounts = await makeDemo(environment(commonDemoFolder(), ports, {}));
  writeFileSync(join(commonDemoFolder(), 'accounts.json'), JSON.stringify(accounts));
}

/** The demo data in the folder of an instance: a copy, unless a switch of its settings may make them others. */
async function provideDemoData(
  folder: string,
  env: NodeJS.ProcessEnv,
  settings: Settings,
): Promise<readonly DemoAccount[]> {
  const makesOthers = (name: string) => name.startsWith('SALAL_FEATURES__') || name === 'E2E_DEMO';
  if (Object.keys(settings).some((name) => makesOthers(name))) return makeDemo(env);
  for (const name of ['salal.db', 'salal.db-wal', 'uploads', 'sandbox.jsonl', 'sandbox-patients.json']) {
    const from = join(commonDemoFolder(), name);
    if (existsSync(from)) cpSync(from, join(folder, name), { recursive: true });
  }
  return JSON.parse(readFileSync(join(commonDemoFolder(), 'accounts.json'), 'utf8'));
}

/** Starts an instance with these settings besides the usual ones. */
export async function startInstance(settings: Settings): Promise<AppInstance> {
  const folder = mkdtempSync(join(runFolder(), 'instance-'));
  const ports = [await freePort(), await freePort(), await freePort()];
  const env = environment(folder, ports, settings);
  const url = `http://127.0.0.1:${ports[0]}`;
  const sandboxUrl = `http://127.0.0.1:${ports[1]}`;
  const accounts = await provideDemoData(folder, env, settings);
  const sandbox = startProgram('sandbox', folder, env);
  let server: ChildProcess | undefined;
  const startServer = () => {
    server = startProgram('serve', folder, env);
    return waitForAnswer(`${url}/readyz`, server, join(folder, 'serve.log'));
  };
  const stopServer = async () => {
    if (server) await stopProgram(server);
  };
  const freezeServer = () => void server?.kill('SIGSTOP');
  const thawServer = () => void server?.kill('SIGCONT');
  await Promise.all([
    waitForAnswer(`${sandboxUrl}/outbox`, sandbox, join(folder, 'sandbox.log')),
    startServer(),
  ]);
  const close = async () => {
    // A test that failed may have left it frozen.
    thawServer();
    await stopServer();
    await stopProgram(sandbox);
  };
  return { url, sandboxUrl, folder, accounts, stopServer, startServer, freezeServer, thawServer, close };
}

let runningInstance: AppInstance | undefined;

/** From now on this worker's tests are about this instance. */
export function setCurrentInstance(instance: AppInstance | undefined): void {
  runningInstance = instance;
}

/** The instance of the running test. */
export function currentInstance(): AppInstance {
  if (!runningInstance) throw new Error("import { test } from './support/test', which starts an instance");
  return runningInstance;
}

/** The demo account with this e-mail address. */
export function demoAccount(email: string): DemoAccount {
  const found = currentInstance().accounts.find((one) => one.email === email);
  if (!found) throw new Error(`the demo data has no ${email}`);
  return found;
}
