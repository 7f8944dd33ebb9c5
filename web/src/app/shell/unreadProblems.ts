// SPDX-License-Identifier: AGPL-3.0-or-later

// The count beside Suggestions, for administrators.
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client';
import type { UserView } from '../../api/types';

export function useUnreadProblems(user: UserView): number {
  const answer = useQuery({
    queryKey: ['problem', 'unread'],
    queryFn: ({ signal }) => call<{ count: number }>('GET', '/problem/count-unread', undefined, { signal }),
    enabled: user.Role === 'ROLE_ADMIN' || user.isAdmin,
  });
  return answer.data?.count ?? 0;
}
