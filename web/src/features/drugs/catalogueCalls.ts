// SPDX-License-Identifier: AGPL-3.0-or-later

// The calls on the whole catalogue, as administrators keep it.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../api/client';
import type { CatalogueDrug, CataloguePage, DrugToSave, RevertedDrug } from '../../api/types';
import { isSearchable } from './calls';

export const CATALOGUE_KEY = ['data', 'catalogue'] as const;

/** Pages of what was found; with `edited` alone, everything that was edited by hand. */
export function catalogueSearch(text: string, edited: boolean) {
  return infiniteQueryOptions({
    queryKey: [...CATALOGUE_KEY, text.toLowerCase(), edited],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({ limit: '20', edited: String(edited) });
      if (text !== '') query.set('q', text);
      if (pageParam !== null) query.set('cursor', pageParam);
      return call<CataloguePage>('GET', `/drug/catalogue?${query.toString()}`, undefined, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: isSearchable(text) || (edited && text === ''),
  });
}

export function saveDrug(drug: DrugToSave, idempotencyKey: string): Promise<CatalogueDrug> {
  return call('PUT', '/drug', drug, { idempotencyKey });
}

/** Back to what Health Canada says; a drug that was added by hand leaves. */
export function revertDrug(id: string, version: string, idempotencyKey: string): Promise<RevertedDrug> {
  return call('PUT', '/drug/revert', { id, version }, { idempotencyKey });
}
