// SPDX-License-Identifier: AGPL-3.0-or-later

// What administrators read of suggestions. Sending one is in commands.ts.
import { apiQuery } from '../../api/client';

/** All suggestions, newest first. */
export function problemList(limit: number, cursor: string | null) {
  return apiQuery('get', '/api/problem', { params: { query: { limit, cursor } } });
}

export function unreadProblems() {
  return apiQuery('get', '/api/problem/count-unread');
}

/** The picture of the page that came with one. */
export function screenshot(id: string) {
  return {
    ...apiQuery('get', '/api/file/{id}', { params: { path: { id } }, parseAs: 'blob' }),
    staleTime: Number.POSITIVE_INFINITY,
  };
}
