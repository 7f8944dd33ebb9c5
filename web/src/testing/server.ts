// SPDX-License-Identifier: AGPL-3.0-or-later

// A server for tests: it is asked what the product asks, and answers what the test says.
import { vi } from 'vitest';

/**
 * Answers every call with `answer`; undone by vi.unstubAllGlobals. The question whether a server that was away
 * is back, which is asked by the clock, is answered here: no test's list of calls depends on how long it takes.
 */
export function answerWith(answer: (request: Request) => Response | Promise<Response>): void {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request =
      input instanceof Request ? input : new Request(new URL(String(input), location.origin), init);
    return pathOf(request) === '/api/' ? new Response(null, { status: 204 }) : answer(request);
  });
}

/** What is asked for: the path without the address of the server. */
export function pathOf({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
