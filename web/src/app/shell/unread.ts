// SPDX-License-Identifier: AGPL-3.0-or-later

// The unread count of the side bars. It comes from the same family of keys as the list, so that the
// two change together.
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client';
import { keys } from '../../api/queries';
import type { UserView } from '../../api/types';

export function useUnread(user: UserView): number {
  const person = user.Person._id;
  const answer = useQuery({
    queryKey: keys.unread(person),
    queryFn: ({ signal }) =>
      call<{ count: number }>('GET', `/message/countUnread/${person}`, undefined, { signal }),
  });
  return answer.data?.count ?? 0;
}
