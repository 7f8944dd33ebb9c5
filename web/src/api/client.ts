// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The one way to the server. `api` makes a call and `apiQuery` a query of the same call; their types come
 * out of openapi.json (`npm run gen`), so that a path, a field or a word that was renamed there fails
 * the type check. Both add the token and the idempotency key, throw what is in failures.ts, and raise
 * the outage banner. Who is signed in is known in session.ts, what is cached in queries.ts.
 *
 * A feature's reads are in its queries.ts and its commands in commands.ts: what a screen shows first needs
 * no command. A read, for `useQuery` or `fetchQuery`. A cursor that is absent or null is not sent.
 *
 *     export function messageQuery(id: string) {
 *       return apiQuery('get', '/api/message/{id}', { params: { path: { id } } });
 *     }
 *     useQuery({ ...apiQuery('get', '/api/problem', { params: { query: { limit, cursor } } }), staleTime });
 *
 * A command. newIdempotencyKey makes the key once for each click, and a retry of that click keeps it
 * (useCommand.ts); a command without `withKey` has a key of its own at each call. The same command again, after an
 * answer that did not come, is sent under the key of the first whatever key it has (unanswered.ts).
 *
 *     const made = await api('post', '/api/message-template', { body, headers: withKey(key) });
 *
 * A form with files, a file to read, and a call that outlives its page:
 *
 *     await api('post', '/api/message', { body: { to, subject, files }, bodySerializer: formOf });
 *     apiQuery('get', '/api/file/{id}', { params: { path: { id } }, parseAs: 'blob' });
 *     await api('delete', '/api/person/presence/{id}', { params: { path: { id } }, keepalive: true });
 *
 * After a command, what shows its subject is asked for again (refresh.ts), or changed at once:
 *
 *     await refresh(client, 'message');
 *     client.setQueryData(messageQuery(id).queryKey, (known) => known && { ...known, unread: false });
 */
import type { DataTag, QueryFunction, QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import type { FetchOptions } from 'openapi-fetch';
import type { OkStatus, PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers';
import { setAvailable } from './availability';
import { fetchEarly } from './early';
import { ApiError, type ApiFailure, ApiUnavailable, type RefusalBody } from './failures';
import type { paths } from './generated/schema';
import { type Ending, takeOff } from './unanswered';

const TOKEN = 'salal.token';

type Listener = () => void;
let onSignedOut: Listener = () => undefined;
let isRefresh: (path: string, params: unknown) => boolean = () => false;

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

/** How to know a read that only asks again for what is on screen; see openings.ts. */
export function whenReading(known: typeof isRefresh): void {
  isRefresh = known;
}

/** A key that makes a repeated command harmless. One per click; a retry of that click keeps it. */
export function newIdempotencyKey(): string {
  // randomUUID exists on secure origins only; the service may run in a clinic's plain network.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const TOKEN_HEADER = 'x-access-token';
const KEY_HEADER = 'idempotency-key';
const REFRESH_HEADER = 'x-refresh';
/** Of an answer that the server keeps under the key: something was done. */
const KEPT_HEADER = 'idempotency-kept';

/** Of an answer that was given before, under the same key: nothing was done now. */
const REPLAYED_HEADER = 'idempotency-replayed';

/** Not sent: what a command is told apart by besides its body. */
const STATE_HEADER = 'x-state';

/**
 * The header of a command whose click has this key. `state` is what it was pressed in, where its body does not say it
 * and it may be wanted again: the same press in another state is another command, also when an answer was lost.
 */
export function withKey(key: string, state?: string | number) {
  return { [KEY_HEADER]: key, ...(state === undefined ? {} : { [STATE_HEADER]: String(state) }) };
}

/** Not sent either: what a command is that ends the session. */
const ENDING_HEADER = 'x-ending';
const ENDINGS: readonly Ending[] = ['password', 'email', 'account'];

/** The header of a command that ends the own session: after a lost answer the sign-in page says which it was. */
export function withEnding(ending: Ending) {
  return { [ENDING_HEADER]: ending };
}

/** The header of a call for another session than this tab's own. */
export function withToken(other: string) {
  return { [TOKEN_HEADER]: other };
}

/** Bad gateway, unavailable, gateway timeout: a proxy's words when the program behind it is away. */
const GATEWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/** Sees that the server was reached, and throws what it has against the call. `access` is whose call it was. */
async function accept(answer: Response, access: string | null): Promise<void> {
  const refused: RefusalBody = answer.ok ? {} : await answer.json().catch(() => ({}));
  // Said by something in front of the server, which itself did not answer.
  if (GATEWAY.has(answer.status) && refused.code === undefined) throw silence();
  setAvailable(true);
  if (answer.ok) return;
  if (answer.status === 401 && access !== null && token.get() === access) onSignedOut();
  throw new ApiError(answer.status, refused);
}

function silence(): ApiUnavailable {
  setAvailable(false);
  return new ApiUnavailable();
}

/** Neither "done", which may be untrue by now, nor done once more, which nobody may want: the person looks, and decides. */
function doneBefore(): ApiError {
  return new ApiError(409, {
    code: 'DONE_BEFORE',
    message:
      'An earlier press did this, but what you did after it may have changed it again. Nothing was done now. Check what is shown, then press again if you still want it.',
  });
}

type Method = 'get' | 'put' | 'post' | 'delete';
type Path<M extends Method> = PathsWithMethod<paths, M>;
type Operation<M extends Method, P extends keyof paths> = paths[P][M];

/** What a call takes. Not inferred from what is given, so that a field of another name is a fault. */
type Init<M extends Method, P extends keyof paths, As> = Omit<FetchOptions<Operation<M, P>>, 'parseAs'> & {
  parseAs?: As;
};
type Given<I> = RequiredKeysOf<I> extends never ? [init?: I] : [init: I];

/** What a call answers; nothing at all is null. */
type Answer<M extends Method, P extends keyof paths, As> = As extends 'blob'
  ? Blob
  : Operation<M, P> extends { responses: infer All }
    ? All[keyof All & OkStatus] extends { content: { 'application/json': infer Data } }
      ? Data
      : null
    : never;

/** What the types above let a call give. */
interface Call {
  readonly params?: {
    readonly path?: Readonly<Record<string, string | number>>;
    readonly query?: Readonly<Record<string, unknown>>;
  };
  readonly body?: unknown;
  readonly bodySerializer?: (body: unknown) => BodyInit;
  readonly headers?: HeadersInit;
  readonly parseAs?: 'json' | 'blob';
  readonly signal?: AbortSignal;
  readonly keepalive?: boolean;
}

/** The address of a call: the parameters in their places, a list as a value each, and nothing for what is absent. */
function addressOf(path: string, { path: places = {}, query = {} }: NonNullable<Call['params']>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(places[name] ?? ''));
  const values = Object.entries(query)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, one] as const))
    .filter(([, one]) => one !== undefined && one !== null)
    .map(([name, one]) => `${name}=${encodeURIComponent(String(one))}`);
  return `${location.origin}${filled}${values.length === 0 ? '' : `?${values.join('&')}`}`;
}

async function ask(method: Method, path: string, call: Call): Promise<unknown> {
  const { params = {}, body, bodySerializer = JSON.stringify, headers: given, signal, keepalive } = call;
  const headers = new Headers(given);
  headers.set('accept', 'application/json');
  const access = token.get();
  // A call may bring the token of another session; its refusal then signs nobody out.
  if (access !== null && !headers.has(TOKEN_HEADER)) headers.set(TOKEN_HEADER, access);
  if (method === 'get' && isRefresh(path, params)) headers.set(REFRESH_HEADER, '1');
  const written = body === undefined ? null : bodySerializer(body);
  // The browser names a form's type itself.
  if (written !== null && !(written instanceof FormData)) headers.set('content-type', 'application/json');
  const address = addressOf(path, params);
  const state = headers.get(STATE_HEADER);
  headers.delete(STATE_HEADER);
  const ending = ENDINGS.find((one) => one === headers.get(ENDING_HEADER));
  headers.delete(ENDING_HEADER);
  const flight =
    method === 'get'
      ? undefined
      : takeOff(
          { method, address, body: written, access: headers.get(TOKEN_HEADER), state, ending },
          headers.get(KEY_HEADER),
          newIdempotencyKey,
        );
  if (flight) headers.set(KEY_HEADER, flight.key);
  const request = new Request(address, {
    method: method.toUpperCase(),
    headers,
    body: written,
    signal: signal ?? null,
    keepalive: keepalive ?? false,
  });
  try {
    const answer = await fetchEarly(request, TOKEN_HEADER).catch((failure: unknown) => {
      // What was stopped by who asked says nothing of the server.
      throw request.signal.aborted ? failure : silence();
    });
    await accept(answer, request.headers.get(TOKEN_HEADER));
    if (flight?.isOvertaken(answer.headers.has(REPLAYED_HEADER))) throw doneBefore();
    const found = await read(answer, call.parseAs);
    if (flight && typeof found === 'object' && found !== null && answer.headers.has(REPLAYED_HEADER))
      pressed.set(found, flight.began);
    flight?.answered(answer.headers.has(KEPT_HEADER));
    return found;
  } catch (failure) {
    // A fault of the server says as little as silence, and what is being carried out has its answer to come.
    const isTold = failure instanceof ApiError && failure.status < 500 && failure.code !== 'IN_PROGRESS';
    if (isTold) flight?.refused();
    else flight?.lost();
    throw failure;
  }
}

/** When the commands were pressed whose answers are those of an earlier press. */
const pressed = new WeakMap<object, number>();

/** How many seconds ago the command of this answer was first pressed: 0, but where an answer before it was lost. */
export function secondsSincePress(answer: object): number {
  const began = pressed.get(answer);
  return began === undefined ? 0 : (Date.now() - began) / 1000;
}

async function read(answer: Response, as: Call['parseAs']): Promise<unknown> {
  if (as === 'blob') return answer.blob();
  const text = await answer.text();
  return text === '' ? null : JSON.parse(text);
}

/** One call: `api('get', '/api/message/{id}', { params: { path: { id } } })`. */
export function api<M extends Method, P extends Path<M>, As extends 'json' | 'blob' = 'json'>(
  method: M,
  path: P,
  ...init: Given<Init<M, P, As>>
): Promise<Answer<M, P, As>>;
export function api(method: Method, path: string, init?: object): Promise<unknown> {
  return ask(method, path, { ...init });
}

/** The same call as a query: its key is `[method, path, init]`. */
export function apiQuery<M extends Method, P extends Path<M>, As extends 'json' | 'blob' = 'json'>(
  method: M,
  path: P,
  ...init: Given<Init<M, P, As>>
): {
  queryKey: DataTag<QueryKey, Answer<M, P, As>, ApiFailure>;
  queryFn: QueryFunction<Answer<M, P, As>>;
};
export function apiQuery(method: Method, path: string, init?: object): object {
  return {
    queryKey: [method, path, { ...init }],
    queryFn: ({ signal }: QueryFunctionContext) => ask(method, path, { ...init, signal }),
  };
}

/** Writes a body as a form: each file of a list by itself, and nothing for what is absent. */
export function formOf(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    for (const part of Array.isArray(value) ? value : [value])
      if (part !== undefined && part !== null) form.append(name, part instanceof Blob ? part : String(part));
  }
  return form;
}
