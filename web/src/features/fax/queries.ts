// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is read of faxes: the desk's list, one fax, what was said with the pharmacy, and every page as PDF. */
import { apiQuery } from '../../api/client';
import type { CopyView, SubjectKind } from '../../api/generated/schema';
import type { FaxFilter } from './labels';

const PAGE_SIZE = 20;

/** The list of the fax desk. Without words to search for, `q` is left out. */
export function faxList(state: FaxFilter, q: string, cursor: string | null) {
  const query = { limit: PAGE_SIZE, state, q: q === '' ? undefined : q, cursor };
  return apiQuery('get', '/api/fax', { params: { query } });
}

export function faxDetail(id: string) {
  return apiQuery('get', '/api/fax/{id}', { params: { path: { id } } });
}

/** What was said with the pharmacy about one subject. */
export function faxThread(kind: SubjectKind, subjectId: string) {
  const path = { kind, id: subjectId };
  return apiQuery('get', '/api/fax/clarifications/{kind}/{id}', { params: { path } });
}

/** What was sent never changes: it is fetched once. */
export function faxDocument(id: string, part: 'cover' | 'pages') {
  const params = { path: { id }, query: { part } };
  return {
    ...apiQuery('get', '/api/fax/{id}/paper', { params, parseAs: 'blob' }),
    staleTime: Number.POSITIVE_INFINITY,
  };
}

/** The cover page before it leaves. `state` names what it was drawn from, so that a change redraws it. */
export function coverQuery(prescriptionId: string, state: string) {
  const params = { path: { id: prescriptionId } };
  const cover = apiQuery('get', '/api/prescription/fax-cover/{id}', { params, parseAs: 'blob' });
  return { ...cover, queryKey: [...cover.queryKey, state] };
}

type DrawnCopy = Pick<CopyView, '_id' | 'state'>;

/** The signed sheet of a copy; VOID stands across one that is void. */
export function copyDocument({ _id: id, state }: DrawnCopy) {
  const params = { path: { id } };
  const sheet = apiQuery('get', '/api/prescription/copy/{id}', { params, parseAs: 'blob' });
  return { ...sheet, queryKey: [...sheet.queryKey, state], staleTime: Number.POSITIVE_INFINITY };
}

/** The page that the old pharmacy receives, or would receive now. */
export function cancellationPage({ _id: id, state }: DrawnCopy) {
  const params = { path: { id } };
  const page = apiQuery('get', '/api/prescription/cancellation/{id}', { params, parseAs: 'blob' });
  return { ...page, queryKey: [...page.queryKey, state] };
}
