// SPDX-License-Identifier: AGPL-3.0-or-later

// The call that sends a suggestion, and those of the administrators' list.
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client';
import type { PagedList, ProblemView } from '../../api/types';

interface Suggestion {
  readonly message: string;
  /** The picture of the page as a data URL; null without one. */
  readonly picture: string | null;
  readonly personId: string;
}

export function reportProblem({ message, picture, personId }: Suggestion, idempotencyKey: string) {
  return call<{ message: string }>(
    'POST',
    '/problem',
    { message, personId, ...(picture === null ? {} : { dataURL: picture }) },
    { idempotencyKey },
  );
}

/** All suggestions, newest first. */
export function problemList(limit: number, cursor: string | null) {
  const query = new URLSearchParams({ limit: String(limit), ...(cursor === null ? {} : { cursor }) });
  return queryOptions({
    queryKey: ['problem', 'list', limit, cursor],
    queryFn: ({ signal }) =>
      call<PagedList<ProblemView>>('GET', `/problem?${query.toString()}`, undefined, { signal }),
  });
}

export function acknowledgeProblem(id: string, idempotencyKey: string): Promise<ProblemView> {
  return call('PUT', '/problem/acknowledge', { id }, { idempotencyKey });
}
