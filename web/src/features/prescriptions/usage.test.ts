// SPDX-License-Identifier: AGPL-3.0-or-later

import { expect, test } from 'vitest';
import cases from '../../../../crates/domain/src/prescriptions/wording_cases.json';
import { emptyUsage } from './usage';
import { decimalComma, usageFaults } from './usageEditing';

test.each(cases.decimalCommas)('in "%s" a decimal comma stands in "%s"', (text, number) => {
  expect(decimalComma(`${text}`) ?? '').toBe(number);
});

const good = { ...emptyUsage(), frequency: 'Once a day', duration: '1 month' };

test('a decimal comma is said beside its field, and not of words that go', () => {
  expect(usageFaults({ ...good, quantity: 'Other', quantityOther: '0,5 mg' })).toEqual({
    quantity: 'Please write decimals with a point: 0.5, not 0,5.',
  });
  expect(usageFaults({ ...good, quantityOther: '0,5 mg' })).toEqual({});
});

test('drops ask which eye', () => {
  const drops = { formulations: ['DROPS'], administrations: ['OPHTHALMIC'] };
  expect(usageFaults(good, drops)).toEqual({ site: 'Please choose which eye.' });
  expect(usageFaults({ ...good, site: 'Left eye' }, drops)).toEqual({});
  expect(usageFaults(good)).toEqual({});
});
