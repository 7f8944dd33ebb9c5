// SPDX-License-Identifier: AGPL-3.0-or-later

// Every page of the app by its file, found by name, so that a new page needs no list. The public pages
// are documents of their own and not here.
import type { FunctionComponent } from 'react';

type Module = Readonly<Record<string, FunctionComponent>>;

export const pageFiles = import.meta.glob<Module>([
  './**/*Page.tsx',
  '../features/**/*Page.tsx',
  '!../features/public-pages/**',
]);

/** The module of a page, as the router takes it: the file and its component have one name. */
export async function loadPage(name: string): Promise<{ readonly default: FunctionComponent }> {
  const file = Object.keys(pageFiles).find((path) => path.endsWith(`/${name}.tsx`)) ?? '';
  const page = (await pageFiles[file]?.())?.[name];
  if (!page) throw new Error(`no file has the page ${name}`);
  return { default: page };
}
