// SPDX-License-Identifier: AGPL-3.0-or-later

import { expect, test } from 'vitest';
import { failureText } from './failureText';

test('a failure says what it is, or that nobody knows', () => {
  expect(failureText(new Error('The line is busy.'))).toBe('Error - The line is busy.');
  expect(failureText('broken')).toBe('Error - undefined system error');
});
