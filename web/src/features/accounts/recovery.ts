// SPDX-License-Identifier: AGPL-3.0-or-later

// What is said when a recovery fails (specification 000 section 8): the server's message, a list of
// them joined, or, when there is none, that the error is unknown.
import { ApiError, ApiUnavailable } from '../../api/failures';
import type { Fault } from '../../ui/forms/faults';
import { isEmptyText, faultsIn } from './checks';

const UNKNOWN = 'Sorry. Unknown error. Contact the administrator.';

export function recoveryProblem(failure: unknown): string {
  if (failure instanceof ApiUnavailable) return failure.message;
  if (!(failure instanceof ApiError)) return UNKNOWN;
  const list = failure.errors.map((fault) => fault.message).filter((message) => message !== '');
  if (list.length > 0) return `Error: ${list.join(' ')}`;
  // Without a code it is no answer of the server's own.
  return failure.code === '' || failure.message === '' ? UNKNOWN : failure.message;
}

export interface Search {
  readonly Email: string;
  readonly DateOfBirth: string;
  /** May be left empty. */
  readonly DocumentNumber: string;
}

export function searchFaults(form: Search): Fault[] {
  return faultsIn([
    { field: 'Email', wrong: isEmptyText(form.Email), message: 'Email is required.' },
    { field: 'DateOfBirth', wrong: form.DateOfBirth === '', message: 'Date of birth is required.' },
  ]);
}
