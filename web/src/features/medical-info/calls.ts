// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Medical information of a person: all records newest first, and saving. Each
 * save makes a new record (decision 62), so nothing here ever overwrites one.
 */
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client';
import { keys } from '../../api/queries';
import type { MedicalInfo } from '../../api/types';

export function medicalInfoRecords(personId: string) {
  return queryOptions({
    queryKey: keys.medicalInfo(personId),
    queryFn: ({ signal }) =>
      call<MedicalInfo[]>('GET', `/medicalinfo/person/${personId}`, undefined, { signal }),
  });
}

/** The first record is created, every later one goes through the update call. */
export function saveMedicalInfo(
  record: MedicalInfo,
  isFirst: boolean,
  idempotencyKey: string,
): Promise<MedicalInfo> {
  return isFirst
    ? call<MedicalInfo>('POST', '/medicalinfo/', record, { idempotencyKey })
    : call<MedicalInfo>('POST', '/medicalinfo/update', { medicalInfoObj: record }, { idempotencyKey });
}

/** Keeps the pharmacy of the form as the person's own. */
export function savePreferredPharmacy(personId: string, pharmacyId: string): Promise<unknown> {
  return call('POST', '/person/prefer-pharmacy', { personId, preferredPharmacy: pharmacyId });
}
