// SPDX-License-Identifier: AGPL-3.0-or-later

// The count beside Suggestions, for administrators.
import { useQuery } from '@tanstack/react-query';
import type { UserView } from '../../api/generated/schema';
import { unreadProblems } from '../../features/suggestions/queries';

export function useUnreadProblems(user: UserView): number {
  const enabled = user.Role === 'ROLE_ADMIN' || user.isAdmin;
  const answer = useQuery({ ...unreadProblems(), enabled });
  return answer.data?.count ?? 0;
}
