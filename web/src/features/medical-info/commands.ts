// SPDX-License-Identifier: AGPL-3.0-or-later

/** Saving medical information. Each save makes a new record (decision 62), so nothing is ever overwritten. */
import { api, withKey } from '../../api/client';
import type { MedicalInfo, MedicalInfoInput } from '../../api/generated/schema';

/** The first record is created, every later one goes through the update call. */
export function saveMedicalInfo(
  record: MedicalInfoInput,
  isFirst: boolean,
  key: string,
): Promise<MedicalInfo> {
  return isFirst
    ? api('post', '/api/medicalinfo', { body: record, headers: withKey(key) })
    : api('post', '/api/medicalinfo/update', { body: { medicalInfoObj: record }, headers: withKey(key) });
}

/** Keeps the pharmacy of the form as the person's own. */
export function savePreferredPharmacy(personId: string, preferredPharmacy: string) {
  return api('post', '/api/person/prefer-pharmacy', { body: { personId, preferredPharmacy } });
}
