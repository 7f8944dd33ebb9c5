// SPDX-License-Identifier: AGPL-3.0-or-later

// What administrators do with the staff's accounts. A change of one that somebody else changed meanwhile is
// refused; useChange.ts asks for the accounts again after each.
import { api, withKey } from '../../../api/client';
import type { Role, StaffAccount } from '../../../api/generated/schema';

type Seen = Pick<StaffAccount, '_id' | 'version'>;

interface NewRole {
  readonly Role: Role;
  readonly isAdmin: boolean;
}

export function setRole({ _id: id, version }: Seen, { Role: role, isAdmin }: NewRole, key: string) {
  return api('put', '/api/staff-account/role/{id}', {
    params: { path: { id } },
    body: { Role: role, isAdmin, version },
    headers: withKey(key),
  });
}

/** The numbers that stand on prescriptions and claims. */
export interface Numbers {
  readonly collegeNumber: string;
  readonly billingNumber: string;
  readonly phone: string;
  readonly fax: string;
}

export function setNumbers({ _id: id, version }: Seen, numbers: Numbers, key: string) {
  const { collegeNumber, billingNumber, phone, fax } = numbers;
  return api('put', '/api/staff-account/numbers/{id}', {
    params: { path: { id } },
    body: { collegeNumber, billingNumber, phone, fax, version },
    headers: withKey(key),
  });
}

export function disableAccount({ _id: id, version }: Seen, key: string) {
  return api('put', '/api/staff-account/disable/{id}', {
    params: { path: { id } },
    body: { version },
    headers: withKey(key),
  });
}

export function enableAccount({ _id: id, version }: Seen, key: string) {
  return api('put', '/api/staff-account/enable/{id}', {
    params: { path: { id } },
    body: { version },
    headers: withKey(key),
  });
}

/** `password` is the administrator's own. */
export function resetSecondStep({ _id: id, version }: Seen, password: string, key: string) {
  return api('put', '/api/staff-account/second-step/{id}', {
    params: { path: { id } },
    body: { password, version },
    headers: withKey(key),
  });
}

export function signOutEverywhere(id: string, key: string) {
  return api('put', '/api/staff-account/sign-out/{id}', { params: { path: { id } }, headers: withKey(key) });
}

export async function endSession(id: string, session: string, key: string): Promise<void> {
  const params = { path: { id, session } };
  await api('delete', '/api/staff-account/{id}/sessions/{session}', { params, headers: withKey(key) });
}
