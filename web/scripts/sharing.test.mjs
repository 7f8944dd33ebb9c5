// SPDX-License-Identifier: AGPL-3.0-or-later

// The sharing of parts among bundles: what comes out can be loaded, keeps to what a screen may load, and is the same
// whenever it is asked for.
import { describe, expect, test } from 'vitest';
import { bestSharing } from './sharing.ts';

/** A base that all need, two parts that two screens share, and a page's own for each of the four. */
const parts = [
  { bytes: 50_000, imports: [] },
  { bytes: 20_000, imports: [0] },
  { bytes: 20_000, imports: [0] },
  { bytes: 4000, imports: [1] },
  { bytes: 4000, imports: [1] },
  { bytes: 4000, imports: [2] },
  { bytes: 4000, imports: [2, 1] },
];
const loader = (needs, rest = {}) => ({
  needs,
  weight: 1,
  mostBundles: 8,
  mostBytes: Number.POSITIVE_INFINITY,
  ...rest,
});
const loaders = (rest) => [
  loader([0, 1, 3], rest),
  loader([0, 1, 4], rest),
  loader([0, 2, 5], rest),
  loader([0, 1, 2, 6], rest),
];

/** The bundles that a loader's parts are in, with all that those import. */
function loaded(at, needs) {
  const found = new Set(needs.map((part) => at[part]));
  for (const bundle of found)
    for (const [part, { imports }] of parts.entries())
      if (at[part] === bundle) for (const other of imports) found.add(at[other]);
  return found;
}
const bytesOf = (at, bundles) =>
  parts.reduce((sum, { bytes }, part) => sum + (bundles.has(at[part]) ? bytes : 0), 0);

const MOVES = 20_000;
const together = parts.map(() => 0);
const apart = parts.map((_, part) => part);

describe('the sharing of parts among bundles', () => {
  test('nobody loads what they do not need, where there is room for a bundle each', () => {
    const at = bestSharing(parts, loaders({}), together, MOVES);
    for (const { needs } of loaders({}))
      expect(bytesOf(at, loaded(at, needs))).toBe(needs.reduce((sum, part) => sum + parts[part].bytes, 0));
  });

  test('nobody loads more bundles than they may', () => {
    const at = bestSharing(parts, loaders({ mostBundles: 2 }), apart, MOVES);
    for (const { needs } of loaders({})) expect(loaded(at, needs).size).toBeLessThanOrEqual(2);
  });

  test('two bundles never need one another', () => {
    const at = bestSharing(parts, loaders({ mostBundles: 2 }), apart, MOVES);
    const needs = (from, to) =>
      parts.some(({ imports }, part) => at[part] === from && imports.some((other) => at[other] === to));
    for (const one of at)
      for (const other of at) if (one !== other) expect(needs(one, other) && needs(other, one)).toBe(false);
  });

  test('a screen with a limit is kept below it at the cost of the others', () => {
    const some = loaders({ mostBundles: 2 }).with(
      2,
      loader([0, 2, 5], { mostBundles: 2, mostBytes: 74_000 }),
    );
    const at = bestSharing(parts, some, together, MOVES);
    expect(bytesOf(at, loaded(at, [0, 2, 5]))).toBe(74_000);
  });

  test('the same parts are shared alike each time', () => {
    const some = loaders({ mostBundles: 2 });
    expect(bestSharing(parts, some, apart, MOVES)).toEqual(bestSharing(parts, some, apart, MOVES));
  });
});
