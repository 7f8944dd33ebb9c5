// SPDX-License-Identifier: AGPL-3.0-or-later

// What administrators read of the staff's accounts. Changing them is in commands.ts.
import { apiQuery } from '../../../api/client';

const PAGE_SIZE = 20;

export type StaffState = 'all' | 'active' | 'disabled' | 'unconfirmed';

export function staffList(search: string, state: StaffState, cursor: string | null) {
  const query = {
    limit: PAGE_SIZE,
    search: search === '' ? undefined : search,
    state: state === 'all' ? undefined : state,
    cursor,
  };
  return apiQuery('get', '/api/staff-account', { params: { query } });
}

export function staffAccount(id: string) {
  return apiQuery('get', '/api/staff-account/{id}', { params: { path: { id } } });
}
