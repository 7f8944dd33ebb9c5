// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import cases from '../../../../crates/platform/src/api/csv_cases.json';
import { csvOf, guarded } from './csv';

describe('a table for a spreadsheet', () => {
  it.each(cases)('writes %j as %j', (text, cell) => {
    expect(guarded(`${text}`)).toBe(cell);
  });

  it('quotes what must be, and leaves numbers as they are', () => {
    expect(
      csvOf([
        ['Month', 'Paid'],
        [' =1+1', -5],
        ['a "b", c', { amount: 0.1 }],
      ]),
    ).toBe('Month,Paid\r\n\' =1+1,-5\r\n"a ""b"", c",0.10\r\n');
  });
});
