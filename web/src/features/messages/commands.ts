// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What is done with messages: marks, writing and answering, the texts for replies.
 * Replying by an e-mailed link is the links feature's.
 */
import type { QueryClient } from '@tanstack/react-query';

import { api, formOf, withKey } from '../../api/client';
import type { MessageTemplate } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { messageQuery } from './queries';

/** The opened message says so at once: a list that is asked again may know before it. */
async function setRead(client: QueryClient, id: string, isRead: boolean): Promise<void> {
  await api('put', '/api/message/updateIsRead', { body: { id, isRead } });
  client.setQueryData(messageQuery(id).queryKey, (known) => known && { ...known, unread: !isRead });
  await refresh(client, 'message');
}

/** Marks one message as read. */
export function markRead(client: QueryClient, messageId: string): Promise<void> {
  return setRead(client, messageId, true);
}

/** Makes a message unread again. */
export function markUnread(client: QueryClient, messageId: string): Promise<void> {
  return setRead(client, messageId, false);
}

/** Tells the receiver by e-mail, with a link and without the content. */
export async function sendByEmail(id: string, key: string): Promise<void> {
  await api('post', '/api/message/sent-email', { body: { id }, headers: withKey(key) });
}

/** Puts a message away, or brings it back. */
export async function setArchived(client: QueryClient, messageId: string, away: boolean): Promise<void> {
  await api('put', away ? '/api/message/archive' : '/api/message/back-inbox', { body: { messageId } });
  await refresh(client, 'message');
}

interface NewMessage {
  readonly to: string;
  readonly subject: string;
  readonly message: string;
  readonly files: readonly File[];
}

/**
 * `key` makes a second press of the same button harmless. `letter` is what it is written on: the same words on another
 * are another message.
 */
export async function sendMessage(
  client: QueryClient,
  { files, ...words }: NewMessage,
  key: string,
  letter: string,
) {
  const body = { ...words, files: [...files] };
  const headers = withKey(key, letter);
  const sent = await api('post', '/api/message', { body, bodySerializer: formOf, headers });
  await refresh(client, 'message');
  return sent;
}

interface NewReply {
  readonly id: string;
  readonly message: string;
  readonly files: readonly File[];
  /** How many replies its writer has seen; who was answered before is asked first. */
  readonly seen?: number;
}

export async function sendReply(client: QueryClient, reply: NewReply, key: string) {
  const { id, message, files, seen } = reply;
  const body = { id, message, files: [...files], replyCount: seen?.toString() };
  const sent = await api('put', '/api/message/updateReplies', {
    body,
    bodySerializer: formOf,
    headers: withKey(key),
  });
  await refresh(client, 'message');
  return sent;
}

type TemplateText = Pick<MessageTemplate, 'name' | 'body'>;

export async function addTemplate(client: QueryClient, body: TemplateText, key: string) {
  const made = await api('post', '/api/message-template', { body, headers: withKey(key) });
  await refresh(client, 'template');
  return made;
}

export async function changeTemplate(
  client: QueryClient,
  { _id: id, version }: Pick<MessageTemplate, '_id' | 'version'>,
  { name, body }: TemplateText,
  key: string,
) {
  const made = await api('put', '/api/message-template/{id}', {
    params: { path: { id } },
    body: { version, name, body },
    headers: withKey(key),
  });
  await refresh(client, 'template');
  return made;
}

export async function removeTemplate(
  client: QueryClient,
  { _id: id, version }: Pick<MessageTemplate, '_id' | 'version'>,
  key: string,
): Promise<void> {
  const params = { path: { id }, query: { version } };
  await api('delete', '/api/message-template/{id}', { params, headers: withKey(key) });
  await refresh(client, 'template');
}
