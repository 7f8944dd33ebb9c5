// SPDX-License-Identifier: AGPL-3.0-or-later

import type { Page, Request } from '@playwright/test';

/**
 * The calls that the page in this tab still waits for. Live events stay open and do not count, and what the page
 * before had asked for is nobody's any more: not every browser says that it was given up.
 */
export function openCalls(page: Page): ReadonlySet<unknown> {
  const open = new Set<unknown>();
  const counts = (url: string) => url.includes('/api/') && !url.includes('/api/events');
  const leads = (request: Request) => request.isNavigationRequest() && request.frame() === page.mainFrame();
  page.on('request', (request) => {
    if (leads(request)) open.clear();
    if (counts(request.url())) open.add(request);
  });
  // The page before may have asked for more until the next one came.
  page.on('response', (answer) => {
    if (leads(answer.request())) open.clear();
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return open;
}
