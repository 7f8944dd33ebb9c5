// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is read of the review queue: all pending work of the clinic, and who has a patient. */
import { infiniteQueryOptions } from '@tanstack/react-query';

import { api, apiQuery } from '../../../api/client';
import type { QueueFilter, Work } from '../../../api/generated/schema';

const PAGE = 50;

/** Pages of the queue. */
export function queuePages(filter: QueueFilter, work: Work | null) {
  const query = { filter, limit: PAGE, work: work ?? undefined };
  return infiniteQueryOptions({
    queryKey: [...apiQuery('get', '/api/prescription/queue', { params: { query } }).queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) => {
      const params = { query: { ...query, cursor: pageParam || undefined } };
      return api('get', '/api/prescription/queue', { params, signal });
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** Who has a patient's work. */
export function claimOf(personId: string) {
  return apiQuery('get', '/api/prescription/claim/{personId}', { params: { path: { personId } } });
}
