// SPDX-License-Identifier: AGPL-3.0-or-later

/** The words of the fax desk: filters, badges, attempts, and the kinds of entries. */
import type { FaxRow } from '../../api/generated/schema';

/** The server's own limit for a search. */
export const SEARCH_MIN = 3;
export const MAX_CHARACTERS = 1000;

export type FaxFilter = 'all' | 'trouble' | 'moving' | 'failed' | 'unknown' | 'sent' | 'delivered';

export function isFaxFilter(text: string | undefined): text is FaxFilter {
  return ['all', 'trouble', 'moving', 'failed', 'unknown', 'sent', 'delivered'].includes(text ?? '');
}

/** How an entry came about; a confirmation writes its own. */
export const ENTRY_KINDS = [
  { value: 'called', label: 'The pharmacy called' },
  { value: 'faxed_back', label: 'The pharmacy faxed back' },
  { value: 'we_called', label: 'We called the pharmacy' },
  { value: 'answered', label: 'We answered the pharmacy' },
] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number]['value'];

export function isEntryKind(text: string): text is EntryKind {
  return ENTRY_KINDS.some(({ value }) => value === text);
}

export function entryTitle(kind: string): string {
  if (kind === 'confirmed') return 'Arrival confirmed by telephone';
  return ENTRY_KINDS.find((one) => one.value === kind)?.label ?? kind;
}

/** A delivered fax that another machine answered, while nobody asked the pharmacy yet. */
export const IN_DOUBT = { code: 'PENDING', text: 'Delivered, to be checked' } as const;

/** The server's reason for a fax whose copy was voided while it waited: nothing left, and nothing failed. */
const VOIDED = 'It was voided before it left.';

/** The badge of a state (a status code) and its label. Of an earlier copy nobody says that it is in trouble. */
export function faxBadge(
  fax: Pick<FaxRow, 'state' | 'confirmedBy'> & Partial<Pick<FaxRow, 'trouble' | 'reason'>>,
): {
  code: string;
  text: string;
} {
  switch (fax.state) {
    case 'queued':
      return { code: 'CREATED', text: 'Queued' };
    case 'sending':
      return { code: 'PENDING', text: 'Being sent' };
    case 'sent':
      return { code: 'SUBMITTED', text: 'Sent, not confirmed yet' };
    case 'delivered':
      if (fax.trouble) return IN_DOUBT;
      return { code: 'FAXED', text: fax.confirmedBy ? 'Confirmed by telephone' : 'Delivered' };
    case 'failed':
      return fax.reason === VOIDED
        ? { code: 'VOID', text: 'Voided before it left' }
        : // Red is for what still waits for someone.
          { code: fax.trouble === false ? 'FAX_OVER' : 'FAX_FAILED', text: 'Failed' };
    default:
      return { code: 'PENDING', text: 'Unconfirmed' };
  }
}

/** The badge of a row, which has room for one: that a copy is void says more than that it had been sent. */
export function rowBadge(fax: FaxRow): { code: string; text: string } {
  const badge = faxBadge(fax);
  const isOnItsWay = fax.state === 'queued' || fax.state === 'sending';
  if (!fax.isVoid || isOnItsWay || badge.code === 'VOID') return badge;
  return { code: 'VOID', text: `${badge.text}, now void` };
}

/** Why it is in its state, where the badge does not say it already. */
export function faxReason({ reason }: Pick<FaxRow, 'reason'>): string | null {
  return reason === VOIDED ? null : reason;
}

/** What was faxed: a prescription, the cancellation of one of its copies, or a sleep study request. */
export function subjectText({ subject, copy }: Pick<FaxRow, 'subject' | 'copy'>): string {
  if (subject.kind === 'prescription_void') return `Cancellation of ${subject.label}`;
  return copy > 1 ? `${subject.label}, copy ${copy}` : subject.label;
}

export function attemptWord(outcome: string): string {
  switch (outcome) {
    case 'open':
      return 'Being handed over';
    case 'accepted':
      return 'Accepted by the fax service';
    case 'not_sent':
      return 'Not sent';
    case 'delivered':
      return 'Delivered';
    case 'failed':
      return 'Failed';
    default:
      return 'Unconfirmed';
  }
}

/** The two counters, which are never added up. */
export function copiesText({ copies }: Pick<FaxRow, 'copies'>): string {
  const clinic = `${copies.byStaff} by the clinic`;
  if (copies.byLinkMost === null) return clinic;
  return `${clinic} · ${copies.byLink} of ${copies.byLinkMost} by the patient’s link`;
}
