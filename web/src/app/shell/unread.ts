// SPDX-License-Identifier: AGPL-3.0-or-later

// The unread count of the side bars; it and the lists of messages change together.
import { useQuery } from '@tanstack/react-query';
import type { UserView } from '../../api/generated/schema';
import { unreadCount } from '../../features/messages/queries';

export function useUnread(user: UserView): number {
  return useQuery(unreadCount(user.Person._id)).data?.count ?? 0;
}
