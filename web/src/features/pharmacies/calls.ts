// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The pharmacy list: the first page to filter on the spot, and the server's
 * search for everything else. Choosing one is the caller's business.
 */
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client';
import type { PharmacyView } from '../../api/types';

/** The loaded list is filtered from 3 characters, the server asked above 3 (decision 84). */
export const FILTER_FROM_CHARACTERS = 3;
export const SEARCH_ABOVE_CHARACTERS = 3;

export function pharmacyList() {
  return queryOptions({
    queryKey: ['pharmacy', 'list'],
    queryFn: ({ signal }) => call<PharmacyView[]>('GET', '/pharmacy', undefined, { signal }),
    staleTime: 10 * 60_000,
  });
}

export function pharmacySearch(text: string) {
  const trimmed = text.trim();
  return queryOptions({
    queryKey: ['pharmacy', 'search', trimmed.toLowerCase()],
    queryFn: ({ signal }) =>
      call<PharmacyView[]>('GET', `/pharmacy/multi-text-search/${encodeURIComponent(trimmed)}`, undefined, {
        signal,
      }),
    enabled: trimmed.length > SEARCH_ABOVE_CHARACTERS,
    staleTime: 5 * 60_000,
  });
}
