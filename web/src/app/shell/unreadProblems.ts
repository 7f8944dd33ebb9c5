// SPDX-License-Identifier: AGPL-3.0-or-later

// The count beside Suggestions, for administrators.
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/client';
import type { UserView } from '../../api/types';

export function useUnreadProblems(user: UserView): number {
  const enabled = user.Role === 'ROLE_ADMIN' || user.isAdmin;
  const answer = useQuery({ ...apiQuery('get', '/api/problem/count-unread'), enabled });
  return answer.data?.count ?? 0;
}
