// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is done with notes and drafts. Every change is followed by what the server then says. */
import type { QueryClient } from '@tanstack/react-query';

import { api, withKey } from '../../api/client';
import type { NotePage, NoteView } from '../../api/generated/schema';
import { notesOf } from './queries';

/** The words of the specification; the server takes no others. */
const SUBJECT = 'Doctor sent you a note';

interface DraftToSave {
  readonly personId: string;
  /** None before the first save. */
  readonly id: string | null;
  readonly version: number | null;
  readonly text: string;
  readonly edit: boolean;
}

/** `leaving`: the page goes away meanwhile. */
export function saveDraft({ personId, id, version, text, edit }: DraftToSave, leaving: boolean) {
  return api('put', '/api/notedraft', {
    body: { personId, id: id ?? undefined, version: version ?? undefined, text, edit },
    keepalive: leaving,
  });
}

interface DraftToSign {
  readonly personId: string;
  readonly id: string | null;
  readonly version: number | null;
  readonly text: string;
}

export function signDraft({ personId, id, version, text }: DraftToSign, key: string) {
  return api('put', '/api/notedraft/sign', {
    body: { personId, id: id ?? undefined, version: version ?? undefined, text },
    headers: withKey(key),
  });
}

/** The id of the version that counts. */
export function newestOf(note: NoteView): string {
  return note.versions[note.versions.length - 1]?._id ?? '';
}

/** `seen` is the version that was edited: another one since then is refused. */
export function reviseNote({ _id: noteId, personId }: NoteView, text: string, seen: string) {
  return api('put', '/api/note', { body: { noteId, personId, text, lastVersion: seen } });
}

export type Way = 'patient' | 'emr';

export function sendNote(note: NoteView, way: Way, prescriptionId: string | undefined) {
  const { _id: noteId, personId } = note;
  const lastVersion = newestOf(note);
  return way === 'emr'
    ? api('put', '/api/note/emr', { body: { noteId, personId, lastVersion } })
    : api('put', '/api/note/sendNote', {
        body: { noteId, to: personId, subject: SUBJECT, lastVersion, prescriptionId },
      });
}

export function holdBack({ _id: id }: NoteView) {
  return api('put', '/api/note/undo/{id}', { params: { path: { id } } });
}

export function acknowledgeReply(
  { personId }: NoteView,
  messageId: string,
  { _id: replyId, message: replyText }: { readonly _id: string; readonly message: string },
) {
  return api('put', '/api/note/reply/acknowledge', { body: { messageId, personId, replyId, replyText } });
}

/** Puts a note as the server answered it into every page that shows it; a new one comes first. */
export function cacheNote(client: QueryClient, note: NoteView): void {
  const { queryKey } = notesOf(note.personId);
  let known = false;
  // The earlier pages are of the same key, with a cursor.
  client.setQueriesData<NotePage>({ queryKey }, (page) => {
    if (!page) return page;
    if (!page.items.some((one) => one._id === note._id)) return page;
    known = true;
    return {
      ...page,
      items: page.items.map((one) => (one._id === note._id && one.version <= note.version ? note : one)),
    };
  });
  if (known) return;
  client.setQueryData(queryKey, (page) =>
    page ? { ...page, items: [note, ...page.items], total: page.total + 1 } : page,
  );
}
