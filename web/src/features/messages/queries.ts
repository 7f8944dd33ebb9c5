// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is read of messages: lists, one message, its files, the texts for replies. Writing is in commands.ts. */
import { queryOptions } from '@tanstack/react-query';

import { api, apiQuery } from '../../api/client';
import type { FileRef } from '../../api/generated/schema';
import type { StaffTab, Tab } from './rules';

interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | null;
  readonly oldestFirst?: boolean;
}

function pageOf(personId: string, { limit, cursor, oldestFirst = false }: PageRequest) {
  const sort = oldestFirst ? ('updatedAt' as const) : undefined;
  const query = { limit, cursor, sort };
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

/** What the patient's dashboard reads of the inbox, once for all of its parts: as much as the server gives at once. */
export function dashboardInbox(personId: string) {
  return patientList('inbox', personId, { limit: 100 });
}
