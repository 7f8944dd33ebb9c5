// The calls of the administrators' rules on classes of drugs.
import { queryOptions } from '@tanstack/react-query';
import { call, callBlob } from '../../api/client';
import type { ClassPreview, FilterImport, MedicationFilter } from '../../api/types';

export const FILTERS_KEY = ['data', 'filters'] as const;

export function medicationFilters() {
  return queryOptions({
    queryKey: FILTERS_KEY,
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

export interface NewFilter {
  readonly tc_ahfs_number: string;
  readonly status: MedicationFilter['status'];
  readonly activeList: readonly string[];
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
