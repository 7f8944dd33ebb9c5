// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Who the patient is before the answer comes: somebody who was on a list a moment ago, or whose record was
 * open before, has a name already.
 */
import type { QueryClient } from '@tanstack/react-query';

import type { PersonView } from '../../api/generated/schema';
import { personProfile } from '../../features/people/staff/queries';

export type KnownPerson = Pick<PersonView, 'FirstName' | 'LastName'> &
  Partial<Pick<PersonView, 'DateOfBirth' | 'HealthDocuments'>>;

/** As deep as a list of pages of rows with a person in each goes. */
const MAX_DEPTH = 6;

export function knownPerson(client: QueryClient, id: string): KnownPerson | undefined {
  const whole = client.getQueryData<PersonView>(personProfile(id).queryKey);
  if (whole) return whole;
  for (const [, data] of client.getQueriesData({})) {
    const found = find(data, id, MAX_DEPTH);
    if (found) return found;
  }
  return undefined;
}

function find(value: unknown, id: string, depth: number): KnownPerson | undefined {
  if (typeof value !== 'object' || value === null || depth === 0) return undefined;
  if (isPerson(value, id)) return value;
  for (const part of Object.values(value)) {
    const found = find(part, id, depth - 1);
    if (found) return found;
  }
  return undefined;
}

function isPerson(value: object, id: string): value is KnownPerson {
  return (
    '_id' in value &&
    value._id === id &&
    'FirstName' in value &&
    typeof value.FirstName === 'string' &&
    'LastName' in value &&
    typeof value.LastName === 'string'
  );
}
