// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';

import { wordDiff } from './wordDiff';

const shown = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'in' ? `+${text}+` : `-${text}-`))
    .join('');

describe('what changed between two versions', () => {
  it.each([
    ['Continue 5 mg.', 'Continue 10 mg.', 'Continue -5-+10+ mg.'],
    ['', 'New.', '+New.+'],
    ['Gone.', '', '-Gone.-'],
    ['the same', 'the same', 'the same'],
    [
      'Recheck in 3 months.',
      'Recheck BP in 3 months, then yearly.',
      'Recheck +BP +in 3 months+, then yearly+.',
    ],
    ['Résumé à jour', 'Résumé mis à jour', 'Résumé +mis +à jour'],
    ['one\ntwo', 'one\n\ntwo', 'one-\n-+\n\n+two'],
  ])('%j and %j', (before, after, wanted) => {
    expect(shown(before, after)).toBe(wanted);
  });

  it('together the pieces are both texts', () => {
    const [before, after] = ['a b c d e f g', 'a x c d y f z'];
    const pieces = wordDiff(before, after);
    const text = (without: string) =>
      pieces
        .filter((piece) => piece.kind !== without)
        .map((piece) => piece.text)
        .join('');
    expect([text('in'), text('out')]).toEqual([before, after]);
  });

  it('takes two long texts that have nothing in common', () => {
    const [before, after] = ['a '.repeat(5000), 'b '.repeat(5000)];
    const pieces = wordDiff(before, after);
    expect(pieces.filter((piece) => piece.kind !== 'same').length).toBeGreaterThan(0);
  });
});
