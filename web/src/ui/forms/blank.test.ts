// SPDX-License-Identifier: AGPL-3.0-or-later

import { expect, test } from 'vitest';
import { isBlank } from './blank';

test.each([
  '',
  ' \n\t',
  '\u00A0',
  '\u00AD',
  '\u200B\u200C\u200D\u200E\u200F',
  ' \u2060 \uFEFF',
  '\u202E',
  '\u3164',
])('%j is blank', (text) => {
  expect(isBlank(text)).toBe(true);
});

test.each(['a', '\u200Bno\u200B', '0', '.', '👩\u200D⚕\uFE0F'])('%j says something', (text) => {
  expect(isBlank(text)).toBe(false);
});
