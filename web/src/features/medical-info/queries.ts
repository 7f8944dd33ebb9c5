// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is read of a person's medical information: all records, or the one in force. */
import { queryOptions } from '@tanstack/react-query';
import { api, apiQuery } from '../../api/client';
import type { MedicalInfo } from '../../api/generated/schema';

/** All records, newest first. */
export function medicalInfoRecords(personId: string) {
  return apiQuery('get', '/api/medicalinfo/person/{id}', { params: { path: { id: personId } } });
}

/** The record in force, and how many there are with it. */
export type MedicalState = { newest: MedicalInfo | null; count: number };

export function medicalState(personId: string) {
  return queryOptions({
    queryKey: [...medicalInfoRecords(personId).queryKey, 'newest'],
    queryFn: async ({ signal }): Promise<MedicalState> => {
      const params = { path: { id: personId } };
      const all = await api('get', '/api/medicalinfo/person/{id}', { params, signal });
      return { newest: all[0] ?? null, count: all.length };
    },
  });
}
