// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import { SITE } from '../../../testing/site';
import { foundIn } from './find';
import { TOPICS } from './questions';

// cspell:ignore pánel

const ids = (typed: string) =>
  foundIn(TOPICS, typed, SITE).flatMap((topic) => topic.questions.map((one) => one.id));

describe('the questions', () => {
  it('are at least fifteen, each with a place of its own and an answer without a gap', () => {
    const all = TOPICS.flatMap((topic) => topic.questions);
    expect(all.length).toBeGreaterThanOrEqual(15);
    expect(new Set(all.map((one) => one.id)).size).toBe(all.length);
    for (const one of all)
      for (const paragraph of one.answer(SITE)) expect(paragraph).not.toMatch(/undefined|NaN|^\s*$/);
  });

  it('tell the amounts and the limits of this deployment', () => {
    const answer = (id: string, site = SITE) =>
      TOPICS.flatMap((topic) => topic.questions)
        .find((one) => one.id === id)
        ?.answer(site)
        .join(' ');
    expect(answer('cost')).toContain('$50.00 for 1 prescription, up to $90.00 for 5');
    expect(answer('cost')).toContain('$150.00 for 1, up to $190.00 for 5');
    expect(answer('how-many')).toContain('Up to 5 a day');
    expect(answer('how-many', { ...SITE, unlimited: true })).not.toContain('5');
  });

  it('are found by all the words typed, in the question or the answer, however spelt', () => {
    expect(ids('')).toEqual(TOPICS.flatMap((topic) => topic.questions.map((one) => one.id)));
    expect(ids('OPIATES')).toEqual(['which-not']);
    expect(ids('fax again')).toEqual(['not-received']);
    expect(ids("doctor's pánel")).toEqual([]);
  });
});
