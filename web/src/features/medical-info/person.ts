// SPDX-License-Identifier: AGPL-3.0-or-later

/** The person whose record a doctor edits; patients have theirs in the session. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client';
import { keys } from '../../api/queries';
import type { PersonView } from '../../api/types';

export function personOf(id: string) {
  return queryOptions({
    queryKey: keys.person(id),
    queryFn: ({ signal }) => call<PersonView>('GET', `/person/${id}`, undefined, { signal }),
  });
}
