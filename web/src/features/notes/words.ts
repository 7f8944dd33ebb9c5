/** Small words about notes: names, times, and what state a card is in. */
import type { NoteView, PersonRef } from '../../api/types';
import { date, time } from '../../ui/format';

export function nameOf(person: PersonRef): string {
  return `${person.FirstName} ${person.LastName}`.trim();
}

/** "9:02 AM" today, otherwise "Aug 14, 2026". */
export function when(iso: string, now: Date): string {
  return date(iso) === date(now.toISOString()) ? time(iso) : date(iso);
}

export type CardState = 'signed' | 'emr' | 'patient' | 'leaving';

export function stateOf(note: NoteView): CardState {
  if (note.leaving) return 'leaving';
  if (note.message) return 'patient';
  return note.isSentToEmr ? 'emr' : 'signed';
}

/** What became of the copy for the clinic's record, when there is something to say. */
export function copyWords(note: NoteView): string | null {
  if (note.emr === 'queued') return "The copy for the clinic's record is on its way.";
  if (note.emr === 'failed') return "The copy did not reach the clinic's record. Staff have been notified.";
  return null;
}
