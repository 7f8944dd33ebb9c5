// SPDX-License-Identifier: AGPL-3.0-or-later

// What to do when a file of the app did not arrive: wait for the server, and load the page again only where
// it answers with another version of the app, whose files have other names.
import { availability } from './availability';

const AGAIN_MS = 1000;
/** How often a file is asked for that does not come although the server answers. */
const ATTEMPTS = 3;

/** The scripts that a document starts with: their names carry the contents. */
function entryScripts(page: Document): string {
  return [...page.querySelectorAll('script[type="module"][src]')]
    .map((script) => script.getAttribute('src'))
    .join(' ');
}

/** Whether the server has another version of the app than the one that runs. */
export async function isOtherVersion(): Promise<boolean> {
  const answer = await fetch(location.pathname, { cache: 'no-store', headers: { accept: 'text/html' } });
  if (!answer.ok) return false;
  const fresh = entryScripts(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  return fresh !== '' && fresh !== entryScripts(document);
}

/** Waits until it makes sense to ask for the file again; false where it does not. */
export async function recoverChunk(attempt: number): Promise<boolean> {
  if (!(await availability.probe())) {
    await availability.returned();
    return true;
  }
  // Away again meanwhile: the next attempt tells.
  if (await isOtherVersion().catch(() => false)) {
    location.reload();
    return new Promise(() => undefined);
  }
  if (attempt >= ATTEMPTS) return false;
  await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  return true;
}
