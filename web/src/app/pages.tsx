// SPDX-License-Identifier: AGPL-3.0-or-later

// The page that a row of the table of routes names, a chunk of its own that is loaded when it is first
// opened. The first load carries the way to the two that people come to; the list of all others comes
// with the first of them.
import type { FunctionComponent } from 'react';
import { useSession } from '../api/session';
import { lazyPart, loadChunk } from '../ui/chunks';
import { lazyPage } from '../ui/links/router';
import type { Access } from '../ui/links/routes';
import { isRoleWord, mayOpen } from './guards';

// Hardly anybody comes to it: not part of the first load.
const NotAllowed = lazyPart(async () => (await import('./shell/NotAllowed')).NotAllowed);

type Load = () => Promise<{ readonly default: FunctionComponent }>;

const first: Readonly<Record<string, Load>> = {
  SignInPage: async () => ({ default: (await import('../features/accounts/SignInPage')).SignInPage }),
  DashboardPage: async () => ({ default: (await import('./dashboard/DashboardPage')).DashboardPage }),
};

/** The module of a page; throws where its file does not arrive. */
export async function loadPage(name: string): Promise<{ readonly default: FunctionComponent }> {
  return first[name]?.() ?? (await import('./pageFiles')).loadPage(name);
}

/** The component of a page, as the router takes it: the page itself, or for whom it is. */
export function pageNamed(name: string, access: Access) {
  const Page = lazyPage(async () => (await loadChunk(() => loadPage(name))).default);
  if (!isRoleWord(access)) return Page;
  const role = access;
  function ForItsPeople() {
    const { user } = useSession();
    // Nobody: the frame leads to the sign-in page.
    if (!user) return null;
    return mayOpen(user, role) ? <Page /> : <NotAllowed user={user} access={role} />;
  }
  return Object.assign(ForItsPeople, { preload: async () => Page.preload?.() });
}
