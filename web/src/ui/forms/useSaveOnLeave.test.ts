// SPDX-License-Identifier: AGPL-3.0-or-later

import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useSaveOnLeave } from './useSaveOnLeave';

test('what is not saved is saved when the page or the form is left, and not before', () => {
  const save = vi.fn(async () => undefined);
  const autosave = { save };
  const { rerender, unmount } = renderHook(() => useSaveOnLeave(autosave));
  rerender();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(save).not.toHaveBeenCalled();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(save).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('pagehide'));
  expect(save).toHaveBeenCalledTimes(2);
  unmount();
  expect(save).toHaveBeenCalledTimes(3);
  expect(save).toHaveBeenLastCalledWith(true);
  window.dispatchEvent(new Event('pagehide'));
  expect(save).toHaveBeenCalledTimes(3);
});
