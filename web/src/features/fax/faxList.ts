// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The calls of the fax desk, and its words. Keys begin with "fax", so that a
 * change of any fax refreshes what is shown.
 */
import { queryOptions } from '@tanstack/react-query';

import { call, callBlob } from '../../api/client';
import { keys } from '../../api/queries';
import type { Clarification, FaxDetail, FaxList, FaxRow } from '../../api/types';

const PAGE_SIZE = 20;
/** The server's own limit for a search. */
export const SEARCH_MIN = 3;
export const MAX_CHARACTERS = 1000;

export type FaxFilter = 'all' | 'trouble' | 'moving' | 'failed' | 'unknown' | 'sent' | 'delivered';

export function isFaxFilter(text: string | undefined): text is FaxFilter {
  return ['all', 'trouble', 'moving', 'failed', 'unknown', 'sent', 'delivered'].includes(text ?? '');
}

export function faxList(state: FaxFilter, q: string, cursor: string | null) {
  return queryOptions({
    queryKey: keys.faxes(state, q, cursor),
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ limit: String(PAGE_SIZE), state });
      if (q !== '') query.set('q', q);
      if (cursor !== null) query.set('cursor', cursor);
      return call<FaxList>('GET', `/fax?${query}`, undefined, { signal });
    },
  });
}

export function faxDetail(id: string) {
  return queryOptions({
    queryKey: keys.fax(id),
    queryFn: ({ signal }) => call<FaxDetail>('GET', `/fax/${id}`, undefined, { signal }),
  });
}

/** What was sent never changes: it is fetched once. */
export function faxDocument(id: string, part: 'cover' | 'pages') {
  return queryOptions({
    queryKey: ['document', 'sent', id, part] as const,
    queryFn: ({ signal }) => callBlob(`/fax/paper/${id}?part=${part}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function faxThread(kind: string, subjectId: string) {
  return queryOptions({
    queryKey: keys.faxThread(kind, subjectId),
    queryFn: ({ signal }) =>
      call<Clarification[]>('GET', `/fax/clarifications/${kind}/${subjectId}`, undefined, { signal }),
  });
}

export function sendAgain(fax: FaxRow, idempotencyKey: string): Promise<FaxDetail> {
  return call<FaxDetail>('PUT', `/fax/${fax._id}/again`, { version: fax.version }, { idempotencyKey });
}

export function confirmArrival(fax: FaxRow, note: string, idempotencyKey: string): Promise<FaxDetail> {
  return call<FaxDetail>(
    'PUT',
    `/fax/confirm/${fax._id}`,
    { version: fax.version, note },
    { idempotencyKey },
  );
}

interface NewEntry {
  readonly faxId: string;
  readonly kind: string;
  readonly text: string;
  readonly needsDoctor: boolean;
}

export function writeEntry(entry: NewEntry, idempotencyKey: string): Promise<Clarification> {
  return call<Clarification>('POST', '/fax/clarification', entry, { idempotencyKey });
}

/** How an entry came about; a confirmation writes its own. */
export const ENTRY_KINDS = [
  { value: 'called', label: 'The pharmacy called' },
  { value: 'faxed_back', label: 'The pharmacy faxed back' },
  { value: 'we_called', label: 'We called the pharmacy' },
  { value: 'answered', label: 'We answered the pharmacy' },
] as const;

export function entryTitle(kind: string): string {
  if (kind === 'confirmed') return 'Arrival confirmed by telephone';
  return ENTRY_KINDS.find((one) => one.value === kind)?.label ?? kind;
}

/** A delivered fax that another machine answered, while nobody asked the pharmacy yet. */
export const IN_DOUBT = { code: 'PENDING', text: 'Delivered, to be checked' } as const;

/** The badge of a state (a status code) and its label. Of an earlier copy nobody says that it is in trouble. */
export function faxBadge(fax: Pick<FaxRow, 'state' | 'confirmedBy'> & Partial<Pick<FaxRow, 'trouble'>>): {
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
      return { code: 'FAX_FAILED', text: 'Failed' };
    default:
      return { code: 'PENDING', text: 'Unconfirmed' };
  }
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
  return `${clinic} · ${copies.byLink} of ${copies.byLinkMost} by the patient's link`;
}
