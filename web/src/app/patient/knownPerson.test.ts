// SPDX-License-Identifier: AGPL-3.0-or-later

/** The name of a patient before the answer comes: from any list that was on screen. */
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';

import { personProfile } from '../../features/people/staff/queries';
import { knownPerson } from './knownPerson';

const named = { _id: 'p1', FirstName: 'Maren', LastName: 'Holloway' };

test.each([
  ['a list of patients', { items: [{ Person: named }] }],
  ['pages of the queue', { pages: [{ items: [{ _id: 'r1', person: named }] }], pageParams: [''] }],
  ['what was searched for', [named]],
])('is read from %s', (_, data) => {
  const client = new QueryClient();
  client.setQueryData(['list'], data);
  expect(knownPerson(client, 'p1')).toMatchObject({ FirstName: 'Maren', LastName: 'Holloway' });
  expect(knownPerson(client, 'p2')).toBeUndefined();
});

test('the record that was open before knows most', () => {
  const client = new QueryClient();
  client.setQueryData(['list'], [named]);
  client.setQueryData(personProfile('p1').queryKey, { ...named, DateOfBirth: '1968-04-12' } as never);
  expect(knownPerson(client, 'p1')?.DateOfBirth).toBe('1968-04-12');
});
