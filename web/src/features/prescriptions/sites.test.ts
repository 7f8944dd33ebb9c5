// SPDX-License-Identifier: AGPL-3.0-or-later

import { expect, test } from 'vitest';
import cases from '../../../../crates/domain/src/prescriptions/wording_cases.json';
import { siteFault, siteQuestion } from './sites';
import { emptyUsage } from './usage';

test.each(cases.sites)('$form, $routes: $sites', ({ form, routes, sites }) => {
  expect(siteQuestion({ formulations: [form], administrations: routes })?.sites ?? []).toEqual(sites);
});

const drops = { formulations: ['DROPS'], administrations: ['OPHTHALMIC'] };

test('an answer or words settle it', () => {
  const usage = emptyUsage();
  expect(siteFault(usage, drops)).toBe('Please choose which eye.');
  expect(siteFault({ ...usage, site: 'Both eyes' }, drops)).toBeUndefined();
  expect(siteFault({ ...usage, site: 'Left ear' }, drops)).toBe('Please choose which eye.');
  expect(siteFault({ ...usage, textLine: 'in the affected eye' }, drops)).toBeUndefined();
  expect(siteFault({ ...usage, textLine: 'for dry eyes' }, drops)).toBe('Please choose which eye.');
  expect(siteFault({ ...usage, textLine: 'in one eye' }, drops)).toBe('Please choose which eye.');
  expect(siteFault(usage, undefined)).toBeUndefined();
  const spray = { formulations: ['SPRAY'], administrations: ['NASAL'] };
  expect(siteFault({ ...usage, site: 'One nostril' }, spray)).toBeUndefined();
  expect(siteFault({ ...usage, textLine: 'alternating nostrils' }, spray)).toBeUndefined();
  expect(siteFault({ ...usage, textLine: '1 spray' }, spray)).toBe('Please choose which nostril.');
});
