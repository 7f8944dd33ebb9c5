// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The calls on messages: lists, one message, marks, writing and answering.
 * Replying by an e-mailed link is the links feature's.
 */
import { queryOptions, type QueryClient } from '@tanstack/react-query';

import { call, callBlob, type CallOptions } from '../../api/client';
import { keys } from '../../api/queries';
import type { FileRef, MessageList, MessageTemplate, MessageView } from '../../api/types';
import type { StaffTab, Tab } from './rules';

interface PageRequest {
  readonly limit: number;
  readonly cursor: string | null;
  readonly oldestFirst?: boolean;
}

function queryOf({ limit, cursor, oldestFirst = false }: PageRequest): string {
  const query = new URLSearchParams({ limit: String(limit) });
  if (cursor) query.set('cursor', cursor);
  if (oldestFirst) query.set('sort', 'updatedAt');
  return query.toString();
}

function listAt(path: string, personId: string, query: string) {
  return queryOptions({
    queryKey: keys.inbox(personId, path, query),
    queryFn: ({ signal }) => call<MessageList>('GET', `${path}?${query}`, undefined, { signal }),
  });
}

export function staffInbox(personId: string, limit: number, cursor: string | null) {
  return listAt(`/message/inbox/doctor/${personId}`, personId, queryOf({ limit, cursor }));
}

/** A list of the staff. */
export function staffList(tab: StaffTab, personId: string, wanted: PageRequest) {
  const path = {
    inbox: `/message/inbox/doctor/${personId}`,
    sent: `/message/sent/${personId}`,
    archive: `/message/archive/${personId}`,
    all: '/message/admin/list',
  }[tab];
  return listAt(path, personId, queryOf(wanted));
}

export function patientInbox(personId: string, limit: number, cursor: string | null) {
  return listAt(`/message/inbox/patient/${personId}`, personId, queryOf({ limit, cursor }));
}

/** A patient's list of one tab. */
export function listOf(tab: Tab, personId: string, wanted: PageRequest) {
  const path = {
    inbox: `/message/inbox/patient/${personId}`,
    sent: `/message/sent/${personId}`,
    archive: `/message/archive/${personId}`,
  }[tab];
  return listAt(path, personId, queryOf(wanted));
}

export function messageQuery(id: string) {
  return queryOptions({
    queryKey: ['message', 'one', id] as const,
    queryFn: ({ signal }) => call<MessageView>('GET', `/message/${id}`, undefined, { signal }),
  });
}

export function unreadCount(personId: string) {
  return queryOptions({
    queryKey: keys.unread(personId),
    queryFn: ({ signal }) =>
      call<{ count: number }>('GET', `/message/countUnread/${personId}`, undefined, { signal }),
  });
}

/** Lists, the opened message and the count follow every change together. */
function invalidateMessages(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['message'] });
}

/** The opened message says so at once: a list that is asked again may know before it. */
async function setRead(client: QueryClient, id: string, isRead: boolean): Promise<void> {
  await call<{ count: number }>('PUT', '/message/updateIsRead', { id, isRead });
  client.setQueryData(messageQuery(id).queryKey, (known) => known && { ...known, unread: !isRead });
  await invalidateMessages(client);
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
export async function sendByEmail(messageId: string, key: string): Promise<void> {
  await call('POST', '/message/sent-email', { id: messageId }, { idempotencyKey: key });
}

/** Puts a message away, or brings it back. */
export async function setArchived(client: QueryClient, messageId: string, away: boolean): Promise<void> {
  const path = away ? '/message/archive' : '/message/back-inbox';
  await call<{ count: number }>('PUT', path, { messageId });
  await invalidateMessages(client);
}

function formOf(fields: Record<string, string>, files: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const file of files) form.append('files', file, file.name);
  return form;
}

interface NewMessage {
  readonly to: string;
  readonly subject: string;
  readonly message: string;
  readonly files: readonly File[];
}

/** `key` makes a second press of the same button harmless. */
export async function sendMessage(client: QueryClient, { files, ...fields }: NewMessage, key: string) {
  const options: CallOptions = { form: formOf(fields, files), idempotencyKey: key };
  const sent = await call<MessageView>('POST', '/message', undefined, options);
  await invalidateMessages(client);
  return sent;
}

export async function sendReply(
  client: QueryClient,
  reply: {
    readonly id: string;
    readonly message: string;
    readonly files: readonly File[];
    /** How many replies its writer has seen; who was answered before is asked first. */
    readonly seen?: number;
  },
  key: string,
) {
  const fields: Record<string, string> = { id: reply.id, message: reply.message };
  if (reply.seen !== undefined) fields['replyCount'] = String(reply.seen);
  const form = formOf(fields, reply.files);
  const sent = await call<MessageView>('PUT', '/message/updateReplies', undefined, {
    form,
    idempotencyKey: key,
  });
  await invalidateMessages(client);
  return sent;
}

/** The bytes of an attachment. */
export function fileOf(file: FileRef) {
  return queryOptions({
    queryKey: ['file', file._id] as const,
    queryFn: ({ signal }) => callBlob(`/file/${file._id}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // Health data is not kept in memory longer than it is looked at.
    gcTime: 0,
  });
}

/** An image as an address that holds it whole, so that nothing has to be given back later. */
export function imageOf(file: FileRef) {
  return queryOptions({
    queryKey: ['file', file._id, 'image'] as const,
    queryFn: async ({ signal }) => dataUrl(await callBlob(`/file/${file._id}`, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

function dataUrl(bytes: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Error('the file couldn’t be read')));
    reader.readAsDataURL(bytes);
  });
}

/** The clinic's texts for replies. */
export function templateList() {
  return queryOptions({
    queryKey: ['template'] as const,
    queryFn: ({ signal }) => call<MessageTemplate[]>('GET', '/message-template', undefined, { signal }),
  });
}

type TemplateText = Pick<MessageTemplate, 'name' | 'body'>;

export async function addTemplate(client: QueryClient, words: TemplateText, key: string) {
  const options = { idempotencyKey: key };
  const made = await call<MessageTemplate>('POST', '/message-template', words, options);
  await client.invalidateQueries({ queryKey: ['template'] });
  return made;
}

export async function changeTemplate(
  client: QueryClient,
  { _id, version }: Pick<MessageTemplate, '_id' | 'version'>,
  { name, body }: TemplateText,
  key: string,
) {
  const words = { version, name, body };
  const options = { idempotencyKey: key };
  const made = await call<MessageTemplate>('PUT', `/message-template/${_id}`, words, options);
  await client.invalidateQueries({ queryKey: ['template'] });
  return made;
}

export async function removeTemplate(
  client: QueryClient,
  { _id, version }: Pick<MessageTemplate, '_id' | 'version'>,
  key: string,
): Promise<void> {
  await call('DELETE', `/message-template/${_id}?version=${version}`, undefined, { idempotencyKey: key });
  await client.invalidateQueries({ queryKey: ['template'] });
}
