// SPDX-License-Identifier: AGPL-3.0-or-later

/** Small words about notes: names, times, and what state a card is in. */
import type { NoteView, PersonRef } from '../../api/generated/schema';
import { formatDate, formatTime } from '../../ui/format';

export function nameOf(person: PersonRef): string {
  return `${person.FirstName} ${person.LastName}`.trim();
}

/** "9:02 AM" today, otherwise "Aug 14, 2026". */
export function dateOrTime(iso: string, now: Date): string {
  return formatDate(iso) === formatDate(now.toISOString()) ? formatTime(iso) : formatDate(iso);
}

type CardState = 'signed' | 'emr' | 'patient' | 'leaving';

export function stateOf(note: NoteView): CardState {
  if (note.leaving) return 'leaving';
  if (note.message) return 'patient';
  return note.isSentToEmr ? 'emr' : 'signed';
}

/** What became of the copy for the clinic's record, when there is something to say. */
export function copyText(note: NoteView): string | null {
  if (note.emr === 'queued') return 'The copy for the clinic’s record is on its way.';
  if (note.emr === 'failed') return 'The copy did not reach the clinic’s record. Staff have been notified.';
  return null;
}
