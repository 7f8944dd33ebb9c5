// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is done behind the links of e-mails: replying, and telling what became of a fax. */
import { api, formOf, withKey } from '../../api/client';

interface ReplyByLink {
  readonly a: string;
  readonly b: string;
  readonly message: string;
  readonly files: readonly File[];
}

export function replyByLink({ a, b, message, files }: ReplyByLink, key: string) {
  return api('put', '/api/message/update-replies', {
    body: { id: b, from: a, message, files: [...files] },
    bodySerializer: formOf,
    headers: withKey(key),
  });
}

export function reportNotReceived(id: string, key: string) {
  const params = { path: { id } };
  return api('post', '/api/prescription/reply-fax/{id}', { params, headers: withKey(key) });
}

export function resendFax(id: string, key: string) {
  return api('post', '/api/fax/{id}/resend', { params: { path: { id } }, headers: withKey(key) });
}
