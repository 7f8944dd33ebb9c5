// SPDX-License-Identifier: AGPL-3.0-or-later

// A server for tests: it is asked what the product asks, and answers what the test says.
import { vi } from 'vitest';

/**
 * Answers every call with `answer`; undone by vi.unstubAllGlobals. What is asked by the clock is answered here,
 * so that no test's list of calls depends on how long it takes: whether a server that was away is back, and
 * whether text messages go out.
 */
export function answerWith(
  answer: (request: Request) => Response | Promise<Response>,
  textMessagesGoOut: () => boolean = () => true,
): void {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request =
      input instanceof Request ? input : new Request(new URL(String(input), location.origin), init);
    if (pathOf(request) === '/api/') return new Response(null, { status: 204 });
    if (pathOf(request) === '/api/user/text-messages')
      return Response.json({ available: textMessagesGoOut() });
    return answer(request);
  });
}

/** What is asked for: the path without the address of the server. */
export function pathOf({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** The answer to something that was done, which the server keeps under the call's key; a question's is not kept. */
export const kept = (body = '{}'): Response =>
  new Response(body, { headers: { 'idempotency-kept': 'true' } });
