// SPDX-License-Identifier: AGPL-3.0-or-later

// What is read for accounts: where one is signed in, invitations, what a sign-up asks for. Doing is in
// commands.ts.
import { api, apiQuery } from '../../api/client';

/** The countries that a passport may be of. */
export function countryList() {
  return { ...apiQuery('get', '/api/country'), staleTime: Number.POSITIVE_INFINITY };
}

export function isActivated(email: string) {
  return api('get', '/api/user/isActivated/{email}', { params: { path: { email } } });
}

/** Whether an invitation to sign up as staff still counts, and for which address. */
export function invitationOf(token: string) {
  return {
    ...apiQuery('get', '/api/office/confirmToken', { params: { query: { token } } }),
    staleTime: Number.POSITIVE_INFINITY,
  };
}

/** What administrators sent out. */
export function invitationList(cursor: string | null) {
  return apiQuery('get', '/api/office/invitations', { params: { query: { limit: 10, cursor } } });
}

/** Where the signed-in person is signed in. */
export function sessionList() {
  return apiQuery('get', '/api/user/sessions');
}
