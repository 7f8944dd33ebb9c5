// SPDX-License-Identifier: AGPL-3.0-or-later

// Draws the pages that scripts/prerender.ts writes, in a thread of its own: the sign-in is the app's, whose modules look
// for a browser when they are read, and listen to it from then on.
import { parentPort, workerData } from 'node:worker_threads';
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('', { url: 'https://salal.invalid/' });
const { document, navigator, sessionStorage, localStorage } = window;
for (const [name, value] of Object.entries({ window, document, navigator, sessionStorage, localStorage }))
  Object.defineProperty(globalThis, name, { value, configurable: true });
const { renderPages, renderEntries } = await import(workerData);
parentPort.postMessage({ pages: await renderPages(), entries: renderEntries() });
