// SPDX-License-Identifier: AGPL-3.0-or-later

import { expect, test } from 'vitest';
import { linesOf } from './tree';

const DRUG = { name: 'METFORMIN', ingredients: [{ strength: '500' }], formulations: [] };

test('a closed row is one line, an open one shows its parts', () => {
  expect(linesOf([DRUG], 0, new Set()).map((line) => line.text)).toEqual([JSON.stringify(DRUG)]);
  const open = linesOf([DRUG], 0, new Set(['1', '1/ingredients', '1/ingredients/0']));
  expect(open.map(({ level, name, text }) => [level, name, text])).toEqual([
    [1, '1', '{'],
    [2, '"name"', '"METFORMIN"'],
    [2, '"ingredients"', '['],
    [3, undefined, '{'],
    [4, '"strength"', '"500"'],
    [2, '"formulations"', '[]'],
  ]);
});

test('rows are numbered on over the pages, and long ones are cut', () => {
  const [first] = linesOf([{ text: 'x'.repeat(200) }], 25, new Set());
  expect(first?.path).toBe('26');
  expect(first?.text.length).toBe(90);
});
