// SPDX-License-Identifier: AGPL-3.0-or-later

// The calls of the administrators' rules on classes of drugs.
import { queryOptions } from '@tanstack/react-query';
import { call, callBlob } from '../../api/client';
import type { ClassPreview, FilterImport, FilterOffer, MedicationFilter } from '../../api/types';

export const FILTERS_KEY = ['data', 'filters'] as const;

export function medicationFilters() {
  return queryOptions({
    queryKey: [...FILTERS_KEY, 'list'],
    queryFn: ({ signal }) => call<MedicationFilter[]>('GET', '/medication-filter', undefined, { signal }),
  });
}

/** What a rule on this class would touch. */
export function classPreview(number: string) {
  return queryOptions({
    queryKey: ['data', 'class', number],
    queryFn: ({ signal }) =>
      call<ClassPreview>('GET', `/drug/tcAhfs/${encodeURIComponent(number)}`, undefined, { signal }),
  });
}

/** Whether the default set is still to be answered for. */
export function filterOffer() {
  return queryOptions({
    queryKey: [...FILTERS_KEY, 'default'],
    queryFn: ({ signal }) => call<FilterOffer>('GET', '/medication-filter/default', undefined, { signal }),
  });
}

export function answerOffer(accept: boolean, idempotencyKey: string): Promise<FilterOffer> {
  return call('PUT', '/medication-filter/default', { accept }, { idempotencyKey });
}

interface NewFilter {
  readonly tc_ahfs_number: string;
  readonly status: MedicationFilter['status'];
  readonly activeList: readonly string[];
  readonly atcList?: readonly string[];
  readonly matchedIngredients: readonly string[];
  readonly schedules: readonly string[];
}

export function addFilter(filter: NewFilter, idempotencyKey: string): Promise<MedicationFilter> {
  return call('POST', '/medication-filter', filter, { idempotencyKey });
}

export function deleteFilter(id: string, idempotencyKey: string): Promise<unknown> {
  return call('DELETE', `/medication-filter/${id}`, undefined, { idempotencyKey });
}

export function importFilters(file: File, idempotencyKey: string): Promise<FilterImport> {
  const form = new FormData();
  form.append('file', file, file.name);
  return call('POST', '/medication-filter/import-data', undefined, { form, idempotencyKey });
}

export function filtersAs(format: 'csv' | 'json'): Promise<Blob> {
  return callBlob(`/medication-filter/download/${format}`);
}
