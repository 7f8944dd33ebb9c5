// SPDX-License-Identifier: AGPL-3.0-or-later

// What the staff read of people: lists of patients, one patient.
import { apiQuery } from '../../../api/client';

/** The columns one may sort by, as the server names them. */
export type PatientSort = 'last' | 'first' | 'joined';

interface PatientListInput {
  readonly limit: number;
  readonly cursor: string | null;
  readonly sort: PatientSort;
  readonly descending: boolean;
  /** Empty, or at least 3 characters. */
  readonly q: string;
}

export function patientList({ limit, cursor, sort, descending, q }: PatientListInput) {
  const order = descending ? (`-${sort}` as const) : sort;
  const query = { limit, cursor, sort: order, q: q === '' ? undefined : q };
  return apiQuery('get', '/api/user/patients', { params: { query } });
}

/** Patients by part of a name, an address or a number. */
export function patientSearch(key: string) {
  return apiQuery('get', '/api/person/search-key/{key}', { params: { path: { key } } });
}

/** A person as the staff see them. */
export function personProfile(id: string) {
  return apiQuery('get', '/api/person/profile/{id}', { params: { path: { id } } });
}
