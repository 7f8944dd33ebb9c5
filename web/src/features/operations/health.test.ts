// SPDX-License-Identifier: AGPL-3.0-or-later

import { expect, test } from 'vitest';
import { whyTexts } from './health';

test.each([
  [null, null, []],
  ['It is away.', null, ['It is away.']],
  [null, 'It was refused.', ['Given up: It was refused.']],
  ['It is away.', 'It was refused.', ['It is away.', 'Given up: It was refused.']],
] as const)('the reason of what waits is not that of what was given up: %s, %s', (why, whyGivenUp, texts) => {
  expect(whyTexts({ why, whyGivenUp })).toEqual(texts);
});
