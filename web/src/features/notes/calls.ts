// SPDX-License-Identifier: AGPL-3.0-or-later

/** The calls on notes and drafts. Every change is followed by what the server then says. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';

import { call } from '../../api/client';
import { keys } from '../../api/queries';
import type { NoteDraft, NotePage, NoteView } from '../../api/types';

/** The words of the specification; the server takes no others. */
const SUBJECT = 'Doctor sent you a note';

export function notesOf(personId: string) {
  return queryOptions({
    queryKey: keys.notes(personId),
    queryFn: ({ signal }) => call<NotePage>('GET', `/note/person/${personId}`, undefined, { signal }),
  });
}

/** The notes after a page's last one. */
export function earlierNotes(personId: string, cursor: string) {
  return queryOptions({
    queryKey: [...keys.notes(personId), cursor] as const,
    queryFn: ({ signal }) =>
      call<NotePage>('GET', `/note/person/${personId}?cursor=${encodeURIComponent(cursor)}`, undefined, {
        signal,
      }),
  });
}

export function draftsOf(personId: string) {
  return queryOptions({
    queryKey: keys.drafts(personId),
    queryFn: ({ signal }) => call<NoteDraft[]>('GET', `/notedraft/person/${personId}`, undefined, { signal }),
  });
}

interface DraftToSave {
  readonly personId: string;
  /** None before the first save. */
  readonly id: string | null;
  readonly version: number | null;
  readonly text: string;
  readonly edit: boolean;
}

export function saveDraft({ id, version, ...rest }: DraftToSave, leaving: boolean): Promise<NoteDraft> {
  const body = { ...rest, ...(id === null ? {} : { id }), ...(version === null ? {} : { version }) };
  return call<NoteDraft>('PUT', '/notedraft', body, { keepalive: leaving });
}

interface DraftToSign {
  readonly personId: string;
  readonly id: string | null;
  readonly version: number | null;
  readonly text: string;
}

export function signDraft({ id, version, ...rest }: DraftToSign, key: string): Promise<NoteView> {
  const body = { ...rest, ...(id === null ? {} : { id }), ...(version === null ? {} : { version }) };
  return call<NoteView>('PUT', '/notedraft/sign', body, { idempotencyKey: key });
}

/** The id of the version that counts. */
export function newestOf(note: NoteView): string {
  return note.versions[note.versions.length - 1]?._id ?? '';
}

/** `seen` is the version that was edited: another one since then is refused. */
export function reviseNote(note: NoteView, text: string, seen: string): Promise<NoteView> {
  return call<NoteView>('PUT', '/note', {
    noteId: note._id,
    personId: note.personId,
    text,
    lastVersion: seen,
  });
}

export type Way = 'patient' | 'emr';

export function sendNote(note: NoteView, way: Way, prescriptionId: string | undefined): Promise<NoteView> {
  const lastVersion = newestOf(note);
  if (way === 'emr') {
    return call<NoteView>('PUT', '/note/emr', { noteId: note._id, personId: note.personId, lastVersion });
  }
  return call<NoteView>('PUT', '/note/sendNote', {
    noteId: note._id,
    to: note.personId,
    subject: SUBJECT,
    lastVersion,
    ...(prescriptionId === undefined ? {} : { prescriptionId }),
  });
}

export function holdBack(note: NoteView): Promise<NoteView> {
  return call<NoteView>('PUT', `/note/undo/${note._id}`);
}

export function acknowledgeReply(
  note: NoteView,
  messageId: string,
  reply: { readonly _id: string; readonly message: string },
): Promise<NoteView> {
  return call<NoteView>('PUT', '/note/reply/acknowledge', {
    messageId,
    personId: note.personId,
    replyId: reply._id,
    replyText: reply.message,
  });
}

/** Puts a note as the server answered it into every page that shows it; a new one comes first. */
export function cacheNote(client: QueryClient, note: NoteView): void {
  let known = false;
  client.setQueriesData<NotePage>({ queryKey: keys.notes(note.personId) }, (page) => {
    if (!page) return page;
    if (!page.items.some((one) => one._id === note._id)) return page;
    known = true;
    return {
      ...page,
      items: page.items.map((one) => (one._id === note._id && one.version <= note.version ? note : one)),
    };
  });
  if (known) return;
  client.setQueryData<NotePage>(keys.notes(note.personId), (page) =>
    page ? { ...page, items: [note, ...page.items], total: page.total + 1 } : page,
  );
}

/** Asks again for what this person's panel shows. */
export function refreshNotes(client: QueryClient, personId: string): void {
  void client.invalidateQueries({ queryKey: keys.notes(personId) });
}
