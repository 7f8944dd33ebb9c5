// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is read of notes: the pages of a patient's notes, and the own draft. */
import { apiQuery } from '../../api/client';

/** A patient's newest notes. */
export function notesOf(personId: string) {
  return apiQuery('get', '/api/note/person/{id}', { params: { path: { id: personId } } });
}

/** The notes after a page's last one. */
export function earlierNotes(personId: string, cursor: string) {
  const params = { path: { id: personId }, query: { cursor } };
  return apiQuery('get', '/api/note/person/{id}', { params });
}

export function draftsOf(personId: string) {
  return apiQuery('get', '/api/notedraft/person/{id}', { params: { path: { id: personId } } });
}
