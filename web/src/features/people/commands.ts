// SPDX-License-Identifier: AGPL-3.0-or-later

// What is done with people: a person's own information and document, the office's corrections, and asking
// whether a health card is good.
import { api, formOf } from '../../api/client';
import type { HealthDocument, PatientInfo, PersonalInfo } from '../../api/generated/schema';

/** A person's own information. */
export function savePersonalInformation(id: string, body: PersonalInfo) {
  const params = { path: { id } };
  return api('put', '/api/person/personalInfo/{id}', { params, body, bodySerializer: formOf });
}

/** A person's own health document, in place of the one on file. */
export function saveHealthDocument(id: string, body: HealthDocument) {
  const params = { path: { id } };
  return api('put', '/api/person/healthDoc/{id}', { params, body, bodySerializer: formOf });
}

/** The office's correction, through the partner clinic first. A stale version is refused with the newest. */
export function correctPatient(id: string, body: PatientInfo) {
  const params = { path: { id } };
  return api('put', '/api/person/personal-info/{id}', { params, body, bodySerializer: formOf });
}

/** Asks the provincial plan about the patient's card; the answer is kept with the person. */
export function checkEligibility(personId: string) {
  return api('post', '/api/tele-plan/eligibility', { body: { personId } });
}
