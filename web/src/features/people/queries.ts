// SPDX-License-Identifier: AGPL-3.0-or-later

// What people read of their own record: stored pictures and papers, who has opened it. What the staff read
// is in staff/queries.ts, as the top bar of every screen shows a picture.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, apiQuery } from '../../api/client';

/** Who has opened a record, newest first, a page at a time: a page makes few rows, as they are shown by day. */
export function accessLog(id: string) {
  const path = '/api/person/access-log/{id}';
  const query = { limit: 100 };
  return infiniteQueryOptions({
    queryKey: [...apiQuery('get', path, { params: { path: { id }, query } }).queryKey, 'pages'],
    queryFn: ({ pageParam: cursor, signal }) =>
      api('get', path, { params: { path: { id }, query: { ...query, cursor } }, signal }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** No cursor, in the type that cursors have. */
function firstPage(): string | null {
  return null;
}

/** A stored file, read with the session: its address cannot be used by anybody else. */
export function storedFile(id: string) {
  return {
    ...apiQuery('get', '/api/file/{id}', { params: { path: { id } }, parseAs: 'blob' }),
    staleTime: Number.POSITIVE_INFINITY,
  };
}
