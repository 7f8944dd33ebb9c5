// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The people calls of staff: the list of patients, one patient, and asking
 * whether a health card is good. Registration and a patient's own pages are
 * not here.
 */
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../api/client';
import { keys } from '../../api/queries';
import type { EligibilityAnswer, PatientPage, PersonView } from '../../api/types';

/** The columns one may sort by, as the server names them. */
export type PatientSort = 'last' | 'first' | 'joined';

type PatientListInput = {
  limit: number;
  cursor: string | null;
  sort: PatientSort;
  descending: boolean;
  /** Empty, or at least 3 characters. */
  q: string;
};

/** The search starts at 3 characters (decision 83). */
export const PATIENT_SEARCH_MIN = 3;

/** Waits for the fingers before asking the server. */
export const TYPING_PAUSE_MS = 120;

/** The search box of the patients list, to which `/` leads while it is on screen. */
export const LIST_SEARCH_ID = 'patients-search';

export function patientList(input: PatientListInput) {
  const query = new URLSearchParams({
    limit: String(input.limit),
    sort: input.descending ? `-${input.sort}` : input.sort,
  });
  if (input.cursor) query.set('cursor', input.cursor);
  if (input.q) query.set('q', input.q);
  return queryOptions({
    queryKey: keys.patients(query.toString()),
    queryFn: ({ signal }) =>
      call<PatientPage>('GET', `/user/patients?${query.toString()}`, undefined, { signal }),
  });
}

export function personProfile(personId: string) {
  return queryOptions({
    queryKey: keys.person(personId),
    queryFn: ({ signal }) => call<PersonView>('GET', `/person/profile/${personId}`, undefined, { signal }),
  });
}

/** Asks the provincial plan about the patient's card; the answer is kept with the person. */
export function checkEligibility(personId: string): Promise<EligibilityAnswer> {
  return call<EligibilityAnswer>('POST', '/tele-plan/eligibility', { personId });
}

/** The office's correction, through the partner clinic first. A stale version is refused with the newest. */
export function correctPatient(personId: string, form: FormData): Promise<PersonView> {
  return call<PersonView>('PUT', `/person/personal-info/${personId}`, undefined, { form });
}

/** The number staff know a patient by: the provincial card first (decision 93). */
export function mainDocument(person: Pick<PersonView, 'HealthDocuments'>) {
  const documents = person.HealthDocuments;
  return documents.find((document) => document.Province === 'BC') ?? documents[0];
}

/** Flags that strike the pending prescriptions through (2-back-office §4). */
export function isCoverageInDoubt(person: Pick<PersonView, 'HealthDocuments'>): boolean {
  const status = mainDocument(person)?.status;
  return status === 'invalid' || status === 'pending';
}

/** Where the last opened patient is remembered, for the dotted row of the list. */
export const OPENED_KEY = ['place', 'patients', 'opened'];
