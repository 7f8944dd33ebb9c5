// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The pharmacy list: the first page to filter on the spot, and the server's
 * search for everything else. Choosing one is the caller's business.
 */
import { apiQuery } from '../../api/client';

/** The loaded list is filtered from 3 characters, the server asked above 3 (decision 84). */
export const FILTER_FROM_CHARACTERS = 3;
export const SEARCH_ABOVE_CHARACTERS = 3;

export function pharmacyList() {
  return { ...apiQuery('get', '/api/pharmacy'), staleTime: 10 * 60_000 };
}

export function pharmacySearch(typed: string) {
  const text = typed.trim();
  return {
    ...apiQuery('get', '/api/pharmacy/multi-text-search/{text}', { params: { path: { text } } }),
    enabled: text.length > SEARCH_ABOVE_CHARACTERS,
    staleTime: 5 * 60_000,
  };
}
