// SPDX-License-Identifier: AGPL-3.0-or-later

// Fetches the pages that a person may enter while nothing else is to be done, so that they open at once and
// without a network. Not for those who ask their browser to save data. A file that does not arrive is left
// for the press that needs it.
import { useEffect } from 'react';
import type { UserView } from '../../api/generated/schema';
import { type Route, routes } from '../../ui/links/routes';
import { mayOpen } from '../guards';
import { loadPage } from '../pages';

function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;
}

/** Resolves when the browser has time; at once where it cannot tell. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 1000);
  });
}

/** After the first screen has what it needs. */
const AHEAD_MS = 3000;

export function usePagesAhead(user: Pick<UserView, 'Role' | 'isAdmin'> | null): void {
  const role = user?.Role;
  const isAdmin = user?.isAdmin ?? false;
  useEffect(() => {
    if (role === undefined || savesData()) return undefined;
    let here = true;
    const fetchPages = async () => {
      const rows: readonly Route[] = Object.values(routes);
      for (const { page, access } of rows) {
        if (page === undefined || !mayOpen({ Role: role, isAdmin }, access)) continue;
        await idle();
        if (!here) return;
        await loadPage(page).catch(() => undefined);
      }
    };
    const timer = setTimeout(() => void fetchPages(), AHEAD_MS);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [role, isAdmin]);
}
