// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The calls on messages: lists, one message, marks, writing and answering.
 * Replying by an e-mailed link is the links feature's.
 */
import { queryOptions, type QueryClient } from '@tanstack/react-query';

import { api, apiQuery, formOf, withKey } from '../../api/client';
import { refresh } from '../../api/refresh';
import type { FileRef, MessageTemplate } from '../../api/types';
import type { StaffTab, Tab } from './rules';

interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | null;
  readonly oldestFirst?: boolean;
}

function pageOf(personId: string, { limit, cursor, oldestFirst = false }: PageRequest) {
  const query = { limit, cursor, sort: oldestFirst ? 'updatedAt' : undefined };
  return { params: { path: { personId }, query } };
}

const STAFF_LISTS = {
  inbox: '/api/message/inbox/doctor/{personId}',
  sent: '/api/message/sent/{personId}',
  archive: '/api/message/archive/{personId}',
  // Everybody's: the id is not asked for.
  all: '/api/message/admin/list',
} as const;

/** A list of the staff. */
export function staffList(tab: StaffTab, personId: string, wanted: PageRequest) {
  return apiQuery('get', STAFF_LISTS[tab], pageOf(personId, wanted));
}

const PATIENT_LISTS = {
  inbox: '/api/message/inbox/patient/{personId}',
  sent: '/api/message/sent/{personId}',
  archive: '/api/message/archive/{personId}',
} as const;

/** A patient's list of one tab. */
export function patientList(tab: Tab, personId: string, wanted: PageRequest) {
  return apiQuery('get', PATIENT_LISTS[tab], pageOf(personId, wanted));
}

export function messageQuery(id: string) {
  return apiQuery('get', '/api/message/{id}', { params: { path: { id } } });
}

export function unreadCount(personId: string) {
  return apiQuery('get', '/api/message/countUnread/{personId}', { params: { path: { personId } } });
}

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

/** `key` makes a second press of the same button harmless. */
export async function sendMessage(client: QueryClient, { files, ...words }: NewMessage, key: string) {
  const body = { ...words, files: [...files] };
  const sent = await api('post', '/api/message', { body, bodySerializer: formOf, headers: withKey(key) });
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

/** The bytes of an attachment. */
export function fileOf({ _id: id }: FileRef) {
  return {
    ...apiQuery('get', '/api/file/{id}', { params: { path: { id } }, parseAs: 'blob' }),
    staleTime: Number.POSITIVE_INFINITY,
    // Health data is not kept in memory longer than it is looked at.
    gcTime: 0,
  };
}

/** An image as an address that holds it whole, so that nothing has to be given back later. */
export function imageOf(file: FileRef) {
  const init = { params: { path: { id: file._id } }, parseAs: 'blob' } as const;
  return queryOptions({
    queryKey: [...fileOf(file).queryKey, 'image'],
    queryFn: async ({ signal }) => dataUrl(await api('get', '/api/file/{id}', { ...init, signal })),
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
  return apiQuery('get', '/api/message-template');
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
