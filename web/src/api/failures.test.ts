// SPDX-License-Identifier: AGPL-3.0-or-later

import { expect, test } from 'vitest';
import { sameAsSent } from './failures';

test('what was saved is one’s own when it says the same', () => {
  const sent = { name: ' Ann ', list: [{ a: 1 }, 'x'], none: undefined };
  expect(sameAsSent(sent, { name: 'Ann', list: [{ a: 1 }, 'x'], none: null })).toBe(true);
  expect(sameAsSent(sent, { name: 'Anne', list: [{ a: 1 }, 'x'] })).toBe(false);
  expect(sameAsSent(sent, { name: 'Ann', list: [{ a: 1 }] })).toBe(false);
  expect(sameAsSent(sent, { name: 'Ann', list: ['x', { a: 1 }] })).toBe(false);
});
