// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Laboratory results of a patient, as the laboratory gave them, and reports that
 * no patient was found for. Doctors only.
 */
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';

import { call } from '../../api/client';
import { ApiError } from '../../api/failures';
import { keys } from '../../api/queries';
import type { LabException, LabExceptionPage, LabTest } from '../../api/types';

export function labTests(personId: string) {
  return queryOptions({
    queryKey: keys.labTests(personId),
    queryFn: ({ signal }) => call<LabTest[]>('GET', `/lab-test/${personId}`, undefined, { signal }),
  });
}

/** Acknowledges this version; refused when the laboratory reported again meanwhile. */
export function acknowledgeLabTest(
  personId: string,
  labtestId: string,
  idempotencyKey: string,
): Promise<LabTest> {
  return call<LabTest>('PUT', '/lab-test/acknowledge', { personId, labtestId }, { idempotencyKey });
}

/** The newer report out of a refusal, or null for any other refusal. */
export function newerReport(error: unknown): LabTest | null {
  if (!(error instanceof ApiError) || error.code !== 'STALE_VERSION') return null;
  // The server's own view of the same order.
  return (error.current ?? null) as LabTest | null;
}

/** Puts a test into the list that shows it. */
export function cacheLabTest(client: QueryClient, personId: string, test: LabTest): void {
  client.setQueryData<LabTest[]>(keys.labTests(personId), (list) =>
    list?.map((one) => (one.order === test.order && one.lab === test.lab ? test : one)),
  );
}

export function labExceptions() {
  return infiniteQueryOptions({
    queryKey: keys.labExceptions,
    queryFn: ({ signal, pageParam }) =>
      call<LabExceptionPage>(
        'GET',
        pageParam === ''
          ? '/lab-test/exceptions'
          : `/lab-test/exceptions?cursor=${encodeURIComponent(pageParam)}`,
        undefined,
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

export function fileLabException(
  one: LabException,
  personId: string,
  idempotencyKey: string,
): Promise<LabTest> {
  return call<LabTest>(
    'PUT',
    '/lab-test/exceptions/file',
    { exceptionId: one._id, personId },
    { idempotencyKey },
  );
}

export async function setAsideLabException(
  one: LabException,
  note: string,
  idempotencyKey: string,
): Promise<void> {
  await call<void>(
    'PUT',
    '/lab-test/exceptions/set-aside',
    { exceptionId: one._id, note },
    { idempotencyKey },
  );
}
