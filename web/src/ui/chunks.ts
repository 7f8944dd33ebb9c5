// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The one way to load a part of the app that has a file of its own. A file that does not arrive is asked
 * for again once the start of the app (main.tsx) says so: that may be when the server answers again.
 * Whoever pressed sees the press go on, and nothing on the screen is thrown away. Chromium asks the server
 * again for a module that failed, so the same import can be repeated. Without a recovery, as in the public
 * pages, the failure is thrown on. scripts/boundaries.mjs refuses an import() outside of these functions.
 *
 *     const Palette = lazyPart(async () => (await import('./Palette')).Palette);
 */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

type Recovery = (attempt: number) => Promise<boolean>;

let recover: Recovery = () => Promise.resolve(false);

/** Says what to do when a file did not arrive: wait, and answer whether to ask for it again. */
export function whenChunkFails(recovery: Recovery): void {
  recover = recovery;
  document.addEventListener('error', noteBrokenStyle, true);
}

/** What the browsers and Vite say of a file that did not arrive; anything else is a fault in the file. */
const NOT_ARRIVED = /dynamically imported|importing a module|preload css/i;

/** Style sheets that did not arrive. Vite asks for each only once, so they are asked for again here. */
const brokenStyles = new Set<HTMLLinkElement>();

function noteBrokenStyle({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') brokenStyles.add(target);
}

let mending: Promise<void> | undefined;

/** Parts that wait at the same time wait for the same sheets: each is put in the place of the broken one once. */
function mendStyles(): Promise<void> {
  mending ??= replaceBroken().finally(() => {
    mending = undefined;
  });
  return mending;
}

async function replaceBroken(): Promise<void> {
  for (const broken of brokenStyles) {
    const again = document.createElement('link');
    again.rel = 'stylesheet';
    again.href = broken.href;
    await new Promise<void>((resolve, reject) => {
      again.addEventListener('load', () => resolve());
      again.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${again.href}`)));
      broken.replaceWith(again);
    }).finally(() => brokenStyles.delete(broken));
  }
}

/** Thrown when a file does not arrive although the server answers. */
export class PartMissing extends Error {
  constructor(cause: Error) {
    super(
      'The server answers, but did not send it. What you saved is kept. Try again; if it is still missing then, contact us.',
      { cause },
    );
  }
}

/** Loads a file of the app, however often that takes. Throws what the file itself throws. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await mendStyles();
      return await load();
    } catch (failure) {
      if (!(failure instanceof Error) || !NOT_ARRIVED.test(failure.message)) throw failure;
      if (!(await recover(attempt))) throw new PartMissing(failure);
    }
  }
}

/** A component of a file of its own, loaded when it is first drawn. */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadChunk(load) }));
}
