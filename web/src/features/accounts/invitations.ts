// SPDX-License-Identifier: AGPL-3.0-or-later

// The calls of the administrators' invitations.
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client';
import type { InvitationView, PagedList } from '../../api/types';

export function invitationList(cursor: string | null) {
  const query = new URLSearchParams({ limit: '10', ...(cursor === null ? {} : { cursor }) });
  return queryOptions({
    queryKey: ['invitations', cursor],
    queryFn: ({ signal }) =>
      call<PagedList<InvitationView>>('GET', `/office/invitations?${query.toString()}`, undefined, {
        signal,
      }),
  });
}

export function sendInvitation(
  email: string,
  idempotencyKey: string,
): Promise<{ readonly data: { readonly message: string } }> {
  return call('POST', '/office/sendInvitation', { email }, { idempotencyKey });
}

export function revokeInvitation(id: string, idempotencyKey: string): Promise<unknown> {
  return call('DELETE', `/office/invitations/${id}`, undefined, { idempotencyKey });
}
