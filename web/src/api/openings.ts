// SPDX-License-Identifier: AGPL-3.0-or-later

// Tells the server which reads open a record and which only ask again for what is on screen: the audit says
// what people did, and a live refresh is nobody's act (decision 163). The server believes it only of records
// that this person has opened.
import { hashKey, type QueryCache } from '@tanstack/react-query';

/** Watches which queries a screen has begun to show since they were last asked. */
export function watchOpenings(cache: QueryCache) {
  const opening = new Set<string>();
  cache.subscribe(({ type, query }) => {
    // The first observer is a screen that opens; more of them are parts of the same screen.
    if (type === 'observerAdded' && query.getObserversCount() === 1) opening.add(query.queryHash);
    if (type === 'removed') opening.delete(query.queryHash);
  });
  return {
    /** Whether this read only asks again; a read that no query makes opens. */
    isRefresh(path: string, params: unknown): boolean {
      const query = cache.getAll().find(({ queryKey: [method, of, init] }) => {
        const given = typeof init === 'object' && init !== null && 'params' in init ? init.params : {};
        return method === 'get' && of === path && hashKey([given]) === hashKey([params ?? {}]);
      });
      if (query === undefined || query.getObserversCount() === 0) return false;
      return !opening.delete(query.queryHash);
    },
  };
}
