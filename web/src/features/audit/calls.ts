// SPDX-License-Identifier: AGPL-3.0-or-later

// The calls of the audit page.
import { queryOptions } from '@tanstack/react-query';
import { call, callBlob } from '../../api/client';
import type { AuditPage, PersonRef } from '../../api/types';

/** What to look for; null matches all. Days are the clinic's, as 2026-11-20. */
export interface Filters {
  readonly patient: string | null;
  readonly accessedBy: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
}

export const NO_FILTERS: Filters = { patient: null, accessedBy: null, startDate: null, endDate: null };

/** A search changes nothing, though the contract has it as a PUT. */
export function auditSearch(filters: Filters, limit: number, cursor: string | null) {
  return queryOptions({
    queryKey: ['audit', filters, limit, cursor],
    queryFn: ({ signal }) => call<AuditPage>('PUT', '/audit', { ...filters, limit, cursor }, { signal }),
  });
}

/** Who a select offers, by part of a name. */
export function personChoices(what: 'patients' | 'accessedBy', q: string) {
  return queryOptions({
    queryKey: ['audit', what, q],
    queryFn: ({ signal }) =>
      call<PersonRef[]>('GET', `/audit/${what}?q=${encodeURIComponent(q)}`, undefined, { signal }),
  });
}

export function auditCsv(filters: Filters): Promise<Blob> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value !== null) query.set(name, value);
  return callBlob(`/audit/csv?${query.toString()}`);
}
