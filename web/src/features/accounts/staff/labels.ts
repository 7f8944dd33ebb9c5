// SPDX-License-Identifier: AGPL-3.0-or-later

// How roles, states and changes of the staff's accounts are called.
import type { Role, StaffAccount } from '../../../api/generated/schema';

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

export const STATES: Record<StaffAccount['state'], string> = {
  active: 'Active',
  disabled: 'Deactivated',
  unconfirmed: 'Not confirmed',
  closed: 'Closed by user',
};

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
