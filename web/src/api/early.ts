// SPDX-License-Identifier: AGPL-3.0-or-later

// The answer to the first question, which public/first.js asks before the app is here.

declare global {
  interface Window {
    /** `at` is milliseconds of `performance.now()`. */
    salalEarly?: { readonly token: string; readonly at: number; readonly answer: Promise<Response> };
  }
}

/** An older answer says too little of now: the session may have ended while the scripts were on their way. */
const HOLDS_MS = 10_000;

/** The answer that is on its way to just this call, given once; a way that failed is gone again. */
export function fetchEarly(request: Request, header: string): Promise<Response> {
  const early = window.salalEarly;
  const isIt =
    early !== undefined &&
    request.method === 'POST' &&
    new URL(request.url).pathname === '/api/user/token' &&
    request.headers.get(header) === early.token;
  if (!isIt) return fetch(request);
  delete window.salalEarly;
  if (performance.now() - early.at > HOLDS_MS) return fetch(request);
  return early.answer.catch(() => fetch(request));
}
