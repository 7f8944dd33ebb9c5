// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What is read behind the links of e-mails. The secret of the link is the only proof; nothing of what is
 * read or written here is kept in the browser.
 */
import { apiQuery } from '../../api/client';

/** Read once: a reload asks again, a change of the window does not. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false } as const;

export function linkedMessage(a: string, b: string) {
  return { ...apiQuery('get', '/api/message/info/{a}/{b}', { params: { path: { a, b } } }), ...ONCE };
}

export function notReceivedState(id: string) {
  return { ...apiQuery('get', '/api/prescription/reply-fax/{id}', { params: { path: { id } } }), ...ONCE };
}

export function resendState(id: string) {
  return { ...apiQuery('get', '/api/fax/{id}/resend', { params: { path: { id } } }), ...ONCE };
}
