// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The drug catalogue's calls: search while typing, the entries of one name, and
 * whether names may be refilled. What a hit means is decided by the server.
 */
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client';
import type { DrugNameList, DrugView } from '../../api/types';

/** Drug search starts at 3 characters after trimming (patient side section 9, decision 82). */
const SEARCH_MIN_CHARACTERS = 3;

export function isSearchable(text: string): boolean {
  return text.trim().length >= SEARCH_MIN_CHARACTERS;
}

/** Names by name, ingredient and DIN together; cancelled when the typing goes on. */
export function drugSearch(text: string) {
  const trimmed = text.trim();
  return queryOptions({
    queryKey: ['drug', 'search', trimmed.toLowerCase()],
    queryFn: ({ signal }) =>
      call<DrugNameList>('GET', `/drug/search/${encodeURIComponent(trimmed)}`, undefined, { signal }),
    enabled: isSearchable(trimmed),
    staleTime: 5 * 60_000,
  });
}

/** Every entry of one name: the strengths, forms and routes to choose from. */
export function drugEntries(name: string) {
  return queryOptions({
    queryKey: ['drug', 'entries', name],
    queryFn: ({ signal }) =>
      call<DrugView[]>('GET', `/drug/name/${encodeURIComponent(name)}`, undefined, { signal }),
    enabled: name !== '',
    staleTime: 5 * 60_000,
  });
}
