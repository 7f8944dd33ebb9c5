// SPDX-License-Identifier: AGPL-3.0-or-later

/** How the staff find and know patients: what a search takes, and which document counts. */
import type { PersonView } from '../../api/generated/schema';

/** The search starts at 3 characters (decision 83). */
export const PATIENT_SEARCH_MIN = 3;

/** Waits for the fingers before asking the server. */
export const TYPING_PAUSE_MS = 120;

/** The search box of the patients list, to which `/` leads while it is on screen. */
export const LIST_SEARCH_ID = 'patients-search';

/** What a search of patients looks in, in as many words as its box has room for. */
export const SEARCH_BY = {
  desk: 'Search by first name, last name, email or health card number...',
  phone: 'Name, email or card number',
} as const;

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
