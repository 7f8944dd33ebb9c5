// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What is read of drugs: the search while typing, the entries of one name, the whole catalogue and the rules
 * on classes as administrators keep them. What a hit means is decided by the server.
 */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, apiQuery } from '../../api/client';

/** Drug search starts at 3 characters after trimming (patient side section 9, decision 82). */
const SEARCH_MIN_CHARACTERS = 3;

export function isSearchable(text: string): boolean {
  return text.trim().length >= SEARCH_MIN_CHARACTERS;
}

/** Names by name, ingredient and DIN together; cancelled when the typing goes on. */
export function drugSearch(typed: string) {
  const text = typed.trim();
  return {
    ...apiQuery('get', '/api/drug/search/{text}', { params: { path: { text } } }),
    enabled: isSearchable(text),
    staleTime: 5 * 60_000,
  };
}

/** Every entry of one name: the strengths, forms and routes to choose from. */
export function drugEntries(name: string) {
  return {
    ...apiQuery('get', '/api/drug/name/{text}', { params: { path: { text: name } } }),
    enabled: name !== '',
    staleTime: 5 * 60_000,
  };
}

const CATALOGUE_PAGE = 20;

/** Pages of what was found; with `edited` alone, everything that was edited by hand. */
export function catalogueSearch(text: string, edited: boolean) {
  const query = { limit: CATALOGUE_PAGE, edited, q: text || undefined };
  return infiniteQueryOptions({
    queryKey: [...apiQuery('get', '/api/drug/catalogue', { params: { query } }).queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) => {
      const params = { query: { ...query, cursor: pageParam || undefined } };
      return api('get', '/api/drug/catalogue', { params, signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    enabled: isSearchable(text) || (edited && text === ''),
  });
}

export function medicationFilters() {
  return apiQuery('get', '/api/medication-filter');
}

/** What a rule on this class would touch. */
export function classPreview(number: string) {
  return apiQuery('get', '/api/drug/tcAhfs/{x}', { params: { path: { x: number } } });
}

/** Whether the default set is still to be answered for. */
export function filterOffer() {
  return apiQuery('get', '/api/medication-filter/default');
}

/** The rules as a file. */
export function filtersAs(format: 'csv' | 'json'): Promise<Blob> {
  const params = { path: { format } };
  return api('get', '/api/medication-filter/download/{format}', { params, parseAs: 'blob' });
}
