// SPDX-License-Identifier: AGPL-3.0-or-later

import { expect, test } from 'vitest';
import cases from '../../../../crates/domain/src/prescriptions/wording_cases.json';

const sources = import.meta.glob<string>('./*/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });
const source = (path: string) => sources[path] ?? '';
const [questions, cards, steps, terms] = [
  source('./faq/questions.ts'),
  source('./landing/Cards.tsx'),
  source('./landing/HowItWorks.tsx'),
  source('./legal/TermsText.tsx'),
];

const { monthsOfOneFill, monthsWithRefills } = cases.supply;
const plain = (text: string) => text.replaceAll(/\s+/g, ' ');

test('the pages say the months that the server allows', () => {
  expect(plain(terms)).toContain(`is ${monthsOfOneFill} months for one fill`);
  expect(plain(terms)).toContain(`covers at most ${monthsWithRefills} months`);
  for (const text of [steps, cards])
    expect(plain(text)).toContain(`at most ${monthsOfOneFill} months at a time`);
  expect(plain(questions)).toContain(`up to ${monthsWithRefills} months in all`);
});
