// SPDX-License-Identifier: AGPL-3.0-or-later

// What a call throws: the server refused, or there was no answer.

/** A fault of one field, with the field's name as the server knows it. */
export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

/** The body of a refusal; something in front of the server may send less, or nothing of it. */
export interface RefusalBody {
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

  constructor(status: number, body: RefusalBody) {
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
  /** The words for a command: nothing may be said of what it did. A press again has the key of the first. */
  readonly unanswered =
    'No answer came. It may have been done already. If it isn’t shown here, press again: it won’t be done twice.';

  constructor() {
    super('Api is currently not available, please contact IT Support!');
    this.name = 'ApiUnavailable';
  }
}

/**
 * Whether what someone saved meanwhile is what was sent here: after a lost answer it may be one's own, and
 * is no conflict. Lists have their order, and what is absent is the same as null.
 */
export function sameAsSent(sent: unknown, newest: unknown): boolean {
  if (typeof sent === 'string' && typeof newest === 'string') return sent.trim() === newest.trim();
  if (!isObject(sent) || !isObject(newest)) return (sent ?? null) === (newest ?? null);
  if (Array.isArray(sent) !== Array.isArray(newest)) return false;
  const names = new Set([...Object.keys(sent), ...Object.keys(newest)]);
  return [...names].every((name) => sameAsSent(sent[name], newest[name]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Everything that a call throws, except that it was stopped by who asked. */
export type ApiFailure = ApiError | ApiUnavailable;
