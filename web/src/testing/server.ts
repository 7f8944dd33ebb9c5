// SPDX-License-Identifier: AGPL-3.0-or-later

// A server for tests: it is asked what the product asks, and answers what the test says.
import { vi } from 'vitest';

/** Answers every call with `answer`; undone by vi.unstubAllGlobals. */
export function answerWith(answer: (request: Request) => Response | Promise<Response>): void {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) =>
    answer(input instanceof Request ? input : new Request(new URL(String(input), location.origin), init)),
  );
}

/** What is asked for: the path without the address of the server. */
export function pathOf({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
