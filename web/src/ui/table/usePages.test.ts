// SPDX-License-Identifier: AGPL-3.0-or-later

import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { usePages } from './usePages';

const shown = (nextCursor: string | null) => ({ data: { nextCursor }, isPlaceholderData: false });

function start() {
  const { result, rerender } = renderHook((of: unknown) => usePages({ of }));
  /** Goes to a page, from one that names the next page's cursor. */
  const go = (page: number, nextCursor: string | null) =>
    act(() => result.current.table(shown(nextCursor), [10, 20]).onPage(page));
  const place = () => ({
    page: result.current.table(shown(null), []).page,
    size: result.current.size,
    cursor: result.current.cursor,
  });
  return { result, rerender, go, place };
}

test('a second press while the next page loads does not skip one', () => {
  const { result, go, place } = start();
  go(1, 'b');
  act(() => result.current.table({ data: { nextCursor: 'b' }, isPlaceholderData: true }).onPage(2));
  expect(place()).toEqual({ page: 1, size: 10, cursor: 'b' });
});

test('each page keeps the cursor that led to it', () => {
  const { go, place } = start();
  expect(place()).toEqual({ page: 0, size: 10, cursor: null });
  go(1, 'b');
  go(2, 'c');
  expect(place()).toEqual({ page: 2, size: 10, cursor: 'c' });
  go(1, null);
  expect(place()).toEqual({ page: 1, size: 10, cursor: 'b' });
  // The list grew meanwhile.
  go(2, 'd');
  expect(place()).toEqual({ page: 2, size: 10, cursor: 'd' });
  go(0, null);
  expect(place()).toEqual({ page: 0, size: 10, cursor: null });
});

test('nobody goes on without a cursor', () => {
  const { go, place } = start();
  go(1, null);
  expect(place().page).toBe(0);
});

test('another size or another list begins with the first page', () => {
  const { result, rerender, go, place } = start();
  go(1, 'b');
  act(() => result.current.table(shown(null), []).onPageSize?.(20));
  expect(place()).toEqual({ page: 0, size: 20, cursor: null });
  go(1, 'b');
  rerender({ state: 'failed' });
  expect(place()).toEqual({ page: 0, size: 20, cursor: null });
  go(1, 'c');
  // What is asked for is the same; only its object is a new one.
  rerender({ state: 'failed' });
  expect(place()).toEqual({ page: 1, size: 20, cursor: 'c' });
});

test('there and back again, the first page is shown', () => {
  const { rerender, go, place } = start();
  go(1, 'b');
  rerender('finished');
  rerender(undefined);
  expect(place()).toEqual({ page: 0, size: 10, cursor: null });
});
