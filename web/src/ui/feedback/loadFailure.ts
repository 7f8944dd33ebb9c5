// SPDX-License-Identifier: AGPL-3.0-or-later

// What to tell somebody whose list or record could not be loaded, by what the call threw. Knows no
// client: a refusal is a failure with a status; a failure without one was no answer at all.
import { PartMissing } from '../chunks';

export interface LoadFailure {
  /** What is wrong and what to do, below the title. */
  readonly detail: string;
  /** Whether asking again can help. A refusal stays a refusal. */
  readonly retry: boolean;
  /** In place of the usual title, where nothing failed. */
  readonly title?: string;
  /** Whether there is nothing to do here, so that a way out is offered. */
  readonly elsewhere: boolean;
}

/** Too early, in conflict, or too many: over soon, although the server blames the call. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 425, 429]);

function statusOf(failure: unknown): number | null {
  const carries = typeof failure === 'object' && failure !== null && 'status' in failure;
  return carries && typeof failure.status === 'number' ? failure.status : null;
}

/** Whether nobody answered: what was read before still holds as far as anybody knows. */
export function isUnanswered(failure: unknown): boolean {
  return statusOf(failure) === null;
}

export function explainLoadFailure(failure: unknown, online = navigator.onLine): LoadFailure {
  if (failure instanceof PartMissing) {
    return {
      title: 'A part of this page is missing',
      detail: failure.message,
      retry: true,
      elsewhere: false,
    };
  }
  const status = statusOf(failure);
  if (status === null) {
    const cause = online ? '' : 'You are offline. ';
    return {
      detail: `${cause}Your work is kept. Check your connection and try again.`,
      retry: true,
      elsewhere: false,
    };
  }
  if (status === 403) {
    return {
      detail: 'Your account doesn’t include this page. A clinic administrator can give you access.',
      retry: false,
      elsewhere: true,
    };
  }
  const said = failure instanceof Error ? failure.message : '';
  if (status === 404) {
    return {
      title: 'This record was not found',
      detail: said === '' ? 'The link may be old or incomplete.' : said,
      retry: false,
      elsewhere: true,
    };
  }
  return {
    detail: said === '' ? 'Some error happens. Please try again or contact us.' : said,
    retry: status >= 500 || PASSING.has(status),
    elsewhere: false,
  };
}
