// SPDX-License-Identifier: AGPL-3.0-or-later

// The calls on a person's own record: personal information, health document, who has opened it.
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../api/client';
import { keys } from '../../api/queries';
import type { AccessLog, PersonView } from '../../api/types';

export function savePersonalInformation(personId: string, form: FormData): Promise<PersonView> {
  return call('PUT', `/person/personalInfo/${personId}`, undefined, { form });
}

export function saveHealthDocument(personId: string, form: FormData): Promise<PersonView> {
  return call('PUT', `/person/healthDoc/${personId}`, undefined, { form });
}

const PAGE = 10;

export function useAccessLog(personId: string): UseInfiniteQueryResult<InfiniteData<AccessLog>> {
  return useInfiniteQuery<AccessLog, Error, InfiniteData<AccessLog>, readonly string[], string | null>({
    queryKey: keys.accessLog(personId),
    queryFn: ({ signal, pageParam }) => {
      const after = pageParam === null ? '' : `&cursor=${encodeURIComponent(pageParam)}`;
      return call<AccessLog>('GET', `/person/access-log/${personId}?limit=${PAGE}${after}`, undefined, {
        signal,
      });
    },
    initialPageParam: null,
    getNextPageParam: (last) => last.nextCursor,
  });
}
