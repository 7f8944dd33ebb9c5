// SPDX-License-Identifier: AGPL-3.0-or-later

/** What doctors do with laboratory results: acknowledge one, and settle a report without a patient. */
import type { QueryClient } from '@tanstack/react-query';

import { api, withKey } from '../../api/client';
import { ApiError } from '../../api/failures';
import type { LabExceptionView, LabTestView } from '../../api/generated/schema';
import { labTests } from './queries';

/** Acknowledges this version; refused when the laboratory reported again meanwhile. */
export function acknowledgeLabTest(personId: string, labtestId: string, key: string) {
  return api('put', '/api/lab-test/acknowledge', { body: { personId, labtestId }, headers: withKey(key) });
}

function isLabTest(value: unknown): value is LabTestView {
  return typeof value === 'object' && value !== null && 'order' in value && 'earlier' in value;
}

/** The newer report out of a refusal, or null for any other refusal. */
export function newerReport(error: unknown): LabTestView | null {
  if (!(error instanceof ApiError) || error.code !== 'STALE_VERSION') return null;
  // The server's own view of the same order.
  return isLabTest(error.current) ? error.current : null;
}

/** Puts a test into the list that shows it. */
export function cacheLabTest(client: QueryClient, personId: string, test: LabTestView): void {
  client.setQueryData(labTests(personId).queryKey, (list) =>
    list?.map((one) => (one.order === test.order && one.lab === test.lab ? test : one)),
  );
}

/** Files a report to the patient that a doctor found for it. */
export function fileLabException({ _id: exceptionId }: LabExceptionView, personId: string, key: string) {
  return api('put', '/api/lab-test/exceptions/file', {
    body: { exceptionId, personId },
    headers: withKey(key),
  });
}

/** Sets a report aside, with the reason why it fits no patient. */
export async function setAsideLabException(
  { _id: exceptionId }: LabExceptionView,
  note: string,
  key: string,
): Promise<void> {
  await api('put', '/api/lab-test/exceptions/set-aside', {
    body: { exceptionId, note },
    headers: withKey(key),
  });
}
