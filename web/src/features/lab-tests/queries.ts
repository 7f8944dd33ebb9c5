// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What is read of laboratory results: those of a patient, as the laboratory gave them, and the reports
 * that no patient was found for. Doctors only.
 */
import { infiniteQueryOptions } from '@tanstack/react-query';

import { api, apiQuery } from '../../api/client';

/** The tests of a patient, newest first. */
export function labTests(personId: string) {
  return apiQuery('get', '/api/lab-test/{personId}', { params: { path: { personId } } });
}

const EXCEPTIONS = '/api/lab-test/exceptions';
const FIRST_PAGE: string | null = null;

/** The reports that no patient was found for, oldest first, page after page. */
export function labExceptions() {
  return infiniteQueryOptions({
    queryKey: [...apiQuery('get', EXCEPTIONS).queryKey, 'pages'],
    queryFn: ({ signal, pageParam: cursor }) =>
      api('get', EXCEPTIONS, { params: { query: { cursor } }, signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => page.nextCursor,
  });
}
