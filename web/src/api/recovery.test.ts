// SPDX-License-Identifier: AGPL-3.0-or-later

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isOtherVersion } from './recovery';

const documentWith = (script: string) =>
  new Response(
    `<!doctype html><script src="/first.js"></script><script type="module" src="${script}"></script>`,
  );

beforeEach(() => {
  document.head.innerHTML = '<script type="module" crossorigin src="/assets/index-one.js"></script>';
});
afterEach(() => {
  document.head.innerHTML = '';
  vi.unstubAllGlobals();
});

test.each([
  ['a server that was only restarted is no other version', documentWith('/assets/index-one.js'), false],
  ['a document with another script is another version', documentWith('/assets/index-two.js'), true],
  ['a page of something in front of the server is none', new Response('<h1>Maintenance</h1>'), false],
  ['a failing server is none', new Response('', { status: 503 }), false],
])('%s', async (_, answer, other) => {
  vi.stubGlobal('fetch', () => Promise.resolve(answer));
  expect(await isOtherVersion()).toBe(other);
});
