// SPDX-License-Identifier: AGPL-3.0-or-later

import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { ApiUnavailable } from '../../api/failures';
import { queryClient } from '../../api/queries';
import { useAction } from './useAction';

test('a repeat of an unanswered click has its key; another click has another', async () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useAction(), { wrapper });
  const keys: string[] = [];
  const press = (folio: string, answered: boolean) =>
    act(() =>
      result.current.act(folio, async (key) => {
        keys.push(key);
        if (!answered) throw new ApiUnavailable();
      }),
    );
  await press('000017', false);
  await press('000017', true);
  await press('000017', false);
  await press('', true);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[1]);
  expect(keys[3]).not.toBe(keys[2]);
});
