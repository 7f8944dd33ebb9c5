// SPDX-License-Identifier: AGPL-3.0-or-later

// The calls on accounts of the staff, and their words.
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client';
import type { PagedList, Role, StaffAccount, StaffAccountDetail } from '../../../api/types';

const PAGE_SIZE = 20;

export const ROLES: readonly { readonly value: Role; readonly label: string }[] = [
  { value: 'ROLE_DOCTOR', label: 'Doctor' },
  { value: 'ROLE_OFFICE', label: 'Office' },
  { value: 'ROLE_CUSTOMERSERVICE', label: 'Customer service' },
  { value: 'ROLE_ADMIN', label: 'Administrator' },
];

export function roleText({ Role: role, isAdmin }: Pick<StaffAccount, 'Role' | 'isAdmin'>): string {
  const name = ROLES.find(({ value }) => value === role)?.label ?? 'Patient';
  return isAdmin && role !== 'ROLE_ADMIN' ? `${name}, administrator` : name;
}

export type StaffState = 'all' | 'active' | 'disabled' | 'unconfirmed';

export const STATES: Record<StaffAccount['state'], string> = {
  active: 'Active',
  disabled: 'Deactivated',
  unconfirmed: 'Not confirmed',
  closed: 'Closed by user',
};

export function staffList(search: string, state: StaffState, cursor: string | null) {
  return queryOptions({
    queryKey: ['person', 'staff', search, state, cursor],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ limit: String(PAGE_SIZE) });
      if (search !== '') query.set('search', search);
      if (state !== 'all') query.set('state', state);
      if (cursor !== null) query.set('cursor', cursor);
      return call<PagedList<StaffAccount>>('GET', `/staff-account?${query}`, undefined, { signal });
    },
  });
}

export function staffAccount(id: string) {
  return queryOptions({
    queryKey: ['person', 'staff-account', id],
    queryFn: ({ signal }) => call<StaffAccountDetail>('GET', `/staff-account/${id}`, undefined, { signal }),
  });
}

export type Change = 'role' | 'numbers' | 'disable' | 'enable' | 'second-step';

export function changeAccount(
  what: Change,
  { _id, version }: Pick<StaffAccount, '_id' | 'version'>,
  body: Record<string, unknown>,
  idempotencyKey: string,
): Promise<StaffAccount> {
  return call('PUT', `/staff-account/${what}/${_id}`, { ...body, version }, { idempotencyKey });
}

export function signOutEverywhere(id: string, idempotencyKey: string): Promise<unknown> {
  return call('PUT', `/staff-account/sign-out/${id}`, {}, { idempotencyKey });
}

export function endSession(id: string, session: string, idempotencyKey: string): Promise<unknown> {
  return call('DELETE', `/staff-account/${id}/sessions/${session}`, undefined, { idempotencyKey });
}

const CHANGES: Record<string, string> = {
  role: 'Role',
  numbers: 'Numbers',
  disabled: 'Deactivated',
  enabled: 'Reactivated',
  second_step: 'Authenticator',
  sessions: 'Sessions',
};

export function changeText(what: string): string {
  return CHANGES[what] ?? what;
}
