// SPDX-License-Identifier: AGPL-3.0-or-later

import { expect, it, vi } from 'vitest';
import { focusClear } from './focusClear';

it('brings the beginning out from under what stays at the top, and leaves what is clear of it', () => {
  const row = document.createElement('button');
  document.body.append(row);
  vi.spyOn(window, 'getComputedStyle').mockReturnValue({ scrollMarginTop: '343px' } as CSSStyleDeclaration);
  const scroll = vi.fn<() => void>();
  row.scrollIntoView = scroll;
  const place = vi.spyOn(row, 'getBoundingClientRect');
  place.mockReturnValue(new DOMRect(0, 343, 100, 20));
  focusClear(row);
  expect(document.activeElement).toBe(row);
  expect(scroll).not.toHaveBeenCalled();
  place.mockReturnValue(new DOMRect(0, 212, 100, 900));
  focusClear(row);
  expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: 'start' });
  row.remove();
  vi.restoreAllMocks();
});
