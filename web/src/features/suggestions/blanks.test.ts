// SPDX-License-Identifier: AGPL-3.0-or-later

import { expect, test } from 'vitest';
import { afterKey, blankBetween, isMeant, moveBlank, resizeBlank } from './blanks';

const blank = { id: 1, x: 0.4, y: 0.4, width: 0.2, height: 0.1 };

test('a part drawn backwards is the same part, and ends where the picture ends', () => {
  const drawn = blankBetween(1, { x: 0.5, y: 0.5 }, { x: 0.25, y: 0.25 });
  expect(drawn).toEqual({ id: 1, x: 0.25, y: 0.25, width: 0.25, height: 0.25 });
  expect(blankBetween(1, { x: 0.5, y: 0.5 }, { x: 2, y: -1 })).toEqual({
    id: 1,
    x: 0.5,
    y: 0,
    width: 0.5,
    height: 0.5,
  });
});

test('a click is not a part', () => {
  expect(isMeant(blankBetween(1, { x: 0.5, y: 0.5 }, { x: 0.502, y: 0.501 }))).toBe(false);
  expect(isMeant(blank)).toBe(true);
});

test('a part stays inside the picture', () => {
  expect(moveBlank(blank, -1, 1)).toMatchObject({ x: 0, y: 0.9 });
  expect(resizeBlank(blank, 1, 1)).toMatchObject({ width: 0.6, height: 0.6 });
  expect(resizeBlank(blank, -1, -1)).toMatchObject({ width: 0.01, height: 0.01 });
});

test('keys move it, change its size and take it away', () => {
  expect(afterKey(blank, 'ArrowRight', false, 1)?.x).toBeCloseTo(0.42);
  expect(afterKey(blank, 'ArrowDown', false, 0.5)?.y).toBeCloseTo(0.41);
  expect(afterKey(blank, 'ArrowLeft', true, 1)?.width).toBeCloseTo(0.18);
  expect(afterKey(blank, 'Delete', false, 1)).toBeNull();
  expect(afterKey(blank, 'a', false, 1)).toBeUndefined();
});
