// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What the patient page shows, and how it comes: one call brings all of it and
 * puts each part where the sections read it, so that opening waits once. After
 * that every part is asked for again by itself, when a live event touches it.
 */
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { api, apiQuery } from '../../api/client';
import type { PatientPageView } from '../../api/generated/schema';
import { labTests } from '../../features/lab-tests/queries';
import { medicalState } from '../../features/medical-info/queries';
import { draftsOf, notesOf } from '../../features/notes/queries';
import { OPENED_KEY } from '../../features/people/patients';
import { personProfile } from '../../features/people/staff/queries';
import { presenceOf } from '../../features/presence/queries';
import { claimOf } from '../../features/prescriptions/queue/queries';
import { pendingPrescriptions } from '../../features/prescriptions/review/queries';
import { newestSleepInfo, pendingSleep } from '../../features/sleep-studies/staff/queries';

function openedPatient(client: QueryClient, id: string) {
  const params = { path: { id } };
  return queryOptions({
    queryKey: [...apiQuery('get', '/api/person/page/{id}', { params }).queryKey, 'chart'],
    queryFn: async ({ signal }) => {
      const page = await api('get', '/api/person/page/{id}', { params, signal });
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
function share(client: QueryClient, id: string, page: PatientPageView): void {
  client.setQueryData(personProfile(id).queryKey, page.person);
  client.setQueryData(medicalState(id).queryKey, { newest: page.medicalInfo, count: page.medicalInfoCount });
  client.setQueryData(pendingPrescriptions(id).queryKey, page.prescriptions);
  client.setQueryData(claimOf(id).queryKey, { personId: id, claim: page.claim });
  if (page.notes) client.setQueryData(notesOf(id).queryKey, page.notes);
  client.setQueryData(draftsOf(id).queryKey, page.drafts);
  if (page.labTests) client.setQueryData(labTests(id).queryKey, page.labTests);
  client.setQueryData(pendingSleep(id).queryKey, page.sleepAssessments);
  client.setQueryData(newestSleepInfo(id).queryKey, page.sleepInfo);
  client.setQueryData(presenceOf(id).queryKey, page.presence);
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
