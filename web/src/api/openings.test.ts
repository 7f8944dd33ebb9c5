// SPDX-License-Identifier: AGPL-3.0-or-later

import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';

import { apiQuery } from './client';
import { watchOpenings } from './openings';

const client = new QueryClient();
const openings = watchOpenings(client.getQueryCache());
afterEach(() => {
  client.clear();
});

const PATH = '/api/prescription/{id}';
const params = { path: { id: 'rx-1' } };
const asked = (id = 'rx-1') => openings.isRefresh(PATH, { path: { id } });

function show() {
  const { queryKey } = apiQuery('get', PATH, { params });
  return new QueryObserver(client, { queryKey, queryFn: () => null, enabled: false }).subscribe(
    () => undefined,
  );
}

it('knows the first read of a screen from the ones that follow', () => {
  expect(asked()).toBe(false);
  const close = show();
  expect(asked('rx-2')).toBe(false);
  expect(asked()).toBe(false);
  expect(asked()).toBe(true);
  // Another part of the same screen opens nothing.
  const closePart = show();
  expect(asked()).toBe(true);
  closePart();
  close();
  // Nobody looks at it, and whoever opens it again opens it.
  expect(asked()).toBe(false);
  const closeAgain = show();
  expect(asked()).toBe(false);
  expect(asked()).toBe(true);
  closeAgain();
});
