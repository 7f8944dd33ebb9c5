// SPDX-License-Identifier: AGPL-3.0-or-later

// The one way to the server: adds the token and the idempotency key, turns refusals into
// ApiError and silence into ApiUnavailable. Caching and sign-in state are not here.

const TOKEN = 'salal.token';

/** A fault of one field, with the field's name as the server knows it. */
export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

interface ErrorBody {
  message?: string;
  code?: string;
  errors?: FieldFault[];
  requestId?: string;
  retryAfterSeconds?: number;
  current?: unknown;
}

/** The server answered, and refused. `current` is the newest version when ours was stale (409). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldFault[];
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly current: unknown;

  constructor(status: number, body: ErrorBody) {
    super(body.message ?? 'Some error happens. Please try again or contact us.');
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code ?? '';
    this.errors = body.errors ?? [];
    this.requestId = body.requestId;
    this.retryAfterSeconds = body.retryAfterSeconds;
    this.current = body.current;
  }
}

/** No answer at all: the network or the server is away. Whether the command arrived is unknown. */
export class ApiUnavailable extends Error {
  constructor() {
    super('Api is currently not available, please contact IT Support!');
    this.name = 'ApiUnavailable';
  }
}

type Listener = () => void;
const listeners = new Set<Listener>();
let available = true;
let polling = false;
let onSignedOut: Listener = () => undefined;

/** For the banner: whether the last attempt reached the server. */
export const availability = {
  get: () => available,
  subscribe(listener: Listener): Listener {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  /** The server answered, but cannot do its work: the banner comes, and goes when it can again. */
  lost: () => setAvailable(false),
};

function setAvailable(next: boolean): void {
  if (available === next) return;
  available = next;
  for (const listener of listeners) listener();
  if (!next) void poll();
}

/** Asks every few seconds until the server answers again, then takes the banner away. */
async function poll(): Promise<void> {
  if (polling) return;
  polling = true;
  while (!available) {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    try {
      const answer = await fetch('/api/');
      if (answer.status < 500) setAvailable(true);
    } catch {
      // Still away: ask again.
    }
  }
  polling = false;
}

/** The access token of this tab; a tab keeps its own so that a closed browser is a signed-out one. */
export const token = {
  get: (): string | null => sessionStorage.getItem(TOKEN),
  set(value: string | null): void {
    if (value === null) sessionStorage.removeItem(TOKEN);
    else sessionStorage.setItem(TOKEN, value);
  },
};

/** Called by the session: what to do when the server no longer knows our token. */
export function whenSignedOut(listener: Listener): void {
  onSignedOut = listener;
}

/** A key that makes a repeated command harmless. One per click; a retry of that click keeps it. */
export function newIdempotencyKey(): string {
  // randomUUID exists on secure origins only; the service may run in a clinic's plain network.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export interface CallOptions {
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Sent as multipart/form-data instead of a JSON body. */
  readonly form?: FormData;
  /** Goes out even though the page is being left. */
  readonly keepalive?: boolean;
  /** Asks for another session than this tab's own; its refusal then signs nobody out. */
  readonly token?: string;
}

/** Bad gateway, unavailable, gateway timeout: a proxy's words when the program behind it is away. */
const GATEWAY: ReadonlySet<number> = new Set([502, 503, 504]);

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function send(method: Method, path: string, body: unknown, options: CallOptions): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' });
  const access = options.token ?? token.get();
  if (access !== null) headers.set('x-access-token', access);
  if (method !== 'GET') headers.set('idempotency-key', options.idempotencyKey ?? newIdempotencyKey());
  if (body !== undefined) headers.set('content-type', 'application/json');
  const init: RequestInit = { method, headers, credentials: 'same-origin' };
  if (options.form) init.body = options.form;
  else if (body !== undefined) init.body = JSON.stringify(body);
  if (options.signal) init.signal = options.signal;
  if (options.keepalive) init.keepalive = true;
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, init);
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    setAvailable(false);
    throw new ApiUnavailable();
  }
  const refused: ErrorBody = answer.ok ? {} : await answer.json().catch(() => ({}));
  // Said by something in front of the server, which itself did not answer.
  if (GATEWAY.has(answer.status) && refused.code === undefined) {
    setAvailable(false);
    throw new ApiUnavailable();
  }
  setAvailable(true);
  if (answer.ok) return answer;
  if (answer.status === 401 && access !== null && token.get() === access) onSignedOut();
  throw new ApiError(answer.status, refused);
}

/** One call. `path` starts with a slash and is without /api. */
export async function call<T>(
  method: Method,
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<T> {
  const answer = await send(method, path, body, options);
  const text = await answer.text();
  return text === '' ? undefinedOf<T>() : parse<T>(text);
}

/** A file, such as a PDF. */
export async function callBlob(path: string, options: CallOptions = {}): Promise<Blob> {
  const answer = await send('GET', path, undefined, options);
  return answer.blob();
}

/** A file that is made for what is sent, such as a preview; nothing is changed by it. */
export async function postBlob(path: string, body: unknown, options: CallOptions = {}): Promise<Blob> {
  const answer = await send('POST', path, body, options);
  return answer.blob();
}

// JSON.parse answers `any`: these two are the only places where an answer takes its wire type.
function parse<T>(text: string): T {
  return JSON.parse(text);
}
function undefinedOf<T>(): T {
  return JSON.parse('null');
}
