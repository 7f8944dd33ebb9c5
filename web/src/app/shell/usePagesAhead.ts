// SPDX-License-Identifier: AGPL-3.0-or-later

// Has the pages of the person's role fetched ahead (pagesAhead.ts, which is fetched with them).
import { useEffect } from 'react';
import type { UserView } from '../../api/generated/schema';
import { loadChunk } from '../../ui/chunks';

/** After the first screen has what it needs. */
const AHEAD_MS = 3000;

export function usePagesAhead(user: Pick<UserView, 'Role' | 'isAdmin'> | null): void {
  const role = user?.Role;
  const isAdmin = user?.isAdmin ?? false;
  useEffect(() => {
    if (role === undefined) return undefined;
    const leaving = new AbortController();
    const begin = async () => {
      const fetchPages = await loadChunk(async () => (await import('./pagesAhead')).fetchPages);
      await fetchPages({ Role: role, isAdmin }, leaving.signal);
    };
    const timer = setTimeout(() => void begin().catch(() => undefined), AHEAD_MS);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [role, isAdmin]);
}
