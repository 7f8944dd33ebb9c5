// SPDX-License-Identifier: AGPL-3.0-or-later

// What the audit page reads.
import { api, apiQuery } from '../../api/client';

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
  const { patient, accessedBy, startDate, endDate } = filters;
  return apiQuery('put', '/api/audit', {
    body: { patient, accessedBy, startDate, endDate, limit, cursor },
  });
}

const PEOPLE = {
  patients: '/api/audit/patients',
  accessedBy: '/api/audit/accessedBy',
} as const;

/** Who a select offers, by part of a name. */
export function personChoices(what: keyof typeof PEOPLE, q: string) {
  return apiQuery('get', PEOPLE[what], { params: { query: { q } } });
}

/** What a search finds, as a table for a spreadsheet. */
export function auditCsv({ patient, accessedBy, startDate, endDate }: Filters) {
  const query = { patient, accessedBy, startDate, endDate };
  return api('get', '/api/audit/csv', { params: { query }, parseAs: 'blob' });
}
