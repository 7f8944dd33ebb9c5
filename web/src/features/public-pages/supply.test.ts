// SPDX-License-Identifier: AGPL-3.0-or-later

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import cases from '../../../../crates/domain/src/prescriptions/wording_cases.json';

const { monthsOfOneFill, monthsWithRefills } = cases.supply;
const textOf = (file: string) =>
  readFileSync(join(import.meta.dirname, file), 'utf8').replaceAll(/\s+/g, ' ');

test('the pages say the months that the server allows', () => {
  const terms = textOf('legal/TermsText.tsx');
  expect(terms).toContain(`is ${monthsOfOneFill} months for one fill`);
  expect(terms).toContain(`covers at most ${monthsWithRefills} months`);
  for (const file of ['landing/HowItWorks.tsx', 'landing/Cards.tsx'])
    expect(textOf(file)).toContain(`at most ${monthsOfOneFill} months at a time`);
  expect(textOf('faq/questions.ts')).toContain(`up to ${monthsWithRefills} months in all`);
});
