// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What the patient page shows, and how it comes: one call brings all of it and
 * puts each part where the sections read it, so that opening waits once. After
 * that every part is asked for again by itself, when a live event touches it.
 */
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { call } from '../../api/client';
import { keys } from '../../api/queries';
import type { MedicalInfo, OpenedPatient } from '../../api/types';
import { labTests } from '../../features/lab-tests/queries';
import { OPENED_KEY } from '../../features/people/patients';

/** The record in force, and how many there are with it. */
export type MedicalState = { newest: MedicalInfo | null; count: number };

function openedPatient(client: QueryClient, id: string) {
  return queryOptions({
    queryKey: keys.patientPage(id),
    queryFn: async ({ signal }) => {
      const page = await call<OpenedPatient>('GET', `/person/page/${id}`, undefined, { signal });
      share(client, id, page);
      // What no section asks for again by itself.
      return { chart: page.chart };
    },
    // Each opening asks, and is traced, once; the parts keep themselves fresh.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Puts each part under the key that its section reads. */
function share(client: QueryClient, id: string, page: OpenedPatient): void {
  const medical: MedicalState = { newest: page.medicalInfo, count: page.medicalInfoCount };
  client.setQueryData(keys.person(id), page.person);
  client.setQueryData(keys.medicalInfoNewest(id), medical);
  client.setQueryData(keys.pending(id), page.prescriptions);
  client.setQueryData(keys.claim(id), { personId: id, claim: page.claim });
  if (page.notes) client.setQueryData(keys.notes(id), page.notes);
  client.setQueryData(keys.drafts(id), page.drafts);
  if (page.labTests) client.setQueryData(labTests(id).queryKey, page.labTests);
  client.setQueryData(keys.sleepPending(id), page.sleepAssessments);
  client.setQueryData(keys.sleepInfo(id), page.sleepInfo);
  client.setQueryData(keys.presence(id), page.presence);
}

/** Opens the page of a patient. */
export function useOpenedPatient(id: string) {
  const client = useQueryClient();
  const page = useQuery({ ...openedPatient(client, id), enabled: id !== '' });
  // The list of patients marks the row that was opened last.
  useEffect(() => {
    // While the page is being left its address has no id any more.
    if (id !== '') client.setQueryData(OPENED_KEY, id);
  }, [client, id]);
  return page;
}

export function medicalState(id: string) {
  return queryOptions({
    queryKey: keys.medicalInfoNewest(id),
    queryFn: async ({ signal }): Promise<MedicalState> => {
      const all = await call<MedicalInfo[]>('GET', `/medicalinfo/person/${id}`, undefined, { signal });
      return { newest: all[0] ?? null, count: all.length };
    },
  });
}
