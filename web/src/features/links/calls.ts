// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The calls behind the links of e-mails. The secret of the link is the only
 * proof; nothing of what is read or written here is kept in the browser.
 */
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../api/client';
import type {
  MessageInfo,
  NotReceivedAnswer,
  NotReceivedState,
  ResendAnswer,
  ResendState,
} from '../../api/types';

const part = (text: string) => encodeURIComponent(text);

/** Read once: a reload asks again, a change of the window does not. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false } as const;

export function linkedMessage(a: string, b: string) {
  return queryOptions({
    queryKey: ['link', 'message', a, b] as const,
    queryFn: ({ signal }) =>
      call<MessageInfo>('GET', `/message/info/${part(a)}/${part(b)}`, undefined, { signal }),
    ...ONCE,
  });
}

export function replyByLink(
  link: { readonly a: string; readonly b: string },
  message: string,
  files: readonly File[],
  idempotencyKey: string,
) {
  const form = new FormData();
  form.append('id', link.b);
  form.append('from', link.a);
  form.append('message', message);
  for (const file of files) form.append('files', file, file.name);
  return call<unknown>('PUT', '/message/update-replies', undefined, { form, idempotencyKey });
}

export function notReceivedState(id: string) {
  return queryOptions({
    queryKey: ['link', 'not-received', id] as const,
    queryFn: ({ signal }) =>
      call<NotReceivedState>('GET', `/prescription/reply-fax/${part(id)}`, undefined, { signal }),
    ...ONCE,
  });
}

export function reportNotReceived(id: string, idempotencyKey: string) {
  return call<NotReceivedAnswer>('POST', `/prescription/reply-fax/${part(id)}`, undefined, {
    idempotencyKey,
  });
}

export function resendState(id: string) {
  return queryOptions({
    queryKey: ['link', 'resend', id] as const,
    queryFn: ({ signal }) => call<ResendState>('GET', `/fax/${part(id)}/resend`, undefined, { signal }),
    ...ONCE,
  });
}

export function resendFax(id: string, idempotencyKey: string) {
  return call<ResendAnswer>('POST', `/fax/${part(id)}/resend`, undefined, { idempotencyKey });
}
