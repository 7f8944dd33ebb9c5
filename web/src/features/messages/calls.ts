/**
 * The inbox calls the renewal journey needs: the list, the unread count and
 * marking as read. Composing, replying and archiving are not here.
 */
import { queryOptions, type QueryClient } from '@tanstack/react-query';

import { call } from '../../api/client';
import { keys } from '../../api/queries';
import type { InboxEntry, InboxPageAnswer, PersonRef } from '../../api/types';

export function staffInbox(personId: string, limit: number, cursor: string | null) {
  const query = new URLSearchParams({ limit: String(limit) });
  if (cursor) query.set('cursor', cursor);
  return queryOptions({
    queryKey: keys.inbox(personId, query.toString()),
    queryFn: ({ signal }) =>
      call<InboxPageAnswer>('GET', `/message/inbox/doctor/${personId}?${query.toString()}`, undefined, {
        signal,
      }),
  });
}

/** The messages of a patient; the page comes with a later part of the product. */
export function patientInbox(personId: string, limit: number, cursor: string | null) {
  const query = new URLSearchParams({ limit: String(limit) });
  if (cursor) query.set('cursor', cursor);
  return queryOptions({
    queryKey: keys.inbox(personId, query.toString()),
    queryFn: ({ signal }) =>
      call<InboxPageAnswer>('GET', `/message/inbox/patient/${personId}?${query.toString()}`, undefined, {
        signal,
      }),
  });
}

export function unreadCount(personId: string) {
  return queryOptions({
    queryKey: keys.unread(personId),
    queryFn: ({ signal }) =>
      call<{ count: number }>('GET', `/message/countUnread/${personId}`, undefined, { signal }),
  });
}

/** The patient a message is about, or else who sent it. */
export function patientOf(entry: InboxEntry): PersonRef | null {
  return entry.about ?? entry.from;
}

/** Marks one message as read; the list and the count follow together. */
export async function markRead(client: QueryClient, messageId: string): Promise<void> {
  await call<{ count: number }>('PUT', '/message/updateIsRead', { id: messageId });
  await client.invalidateQueries({ queryKey: ['message'] });
}
