// SPDX-License-Identifier: AGPL-3.0-or-later

/** Which lists a change of a prescription has asked for again. */
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { refresh } from '../../api/refresh';
import { pastPrescriptions, prescriptionHistory } from './queries';

it('asks for the history again, and not for what is past beside a line', async () => {
  const client = new QueryClient();
  const history = prescriptionHistory('p', { limit: 10, cursor: null, sort: '-createdAt' });
  const past = pastPrescriptions('p');
  const nothing = { items: [], nextCursor: null, total: 0, atLeast: false };
  client.setQueryData(history.queryKey, nothing);
  client.setQueryData(past.queryKey, nothing);
  await refresh(client, 'prescription');
  expect(client.getQueryState(history.queryKey)?.isInvalidated).toBe(true);
  expect(client.getQueryState(past.queryKey)?.isInvalidated).toBe(false);
});
