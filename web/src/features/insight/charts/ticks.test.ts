// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import { dollarTickText, namedPlaces, niceTicks, timeTicks, timeTickText } from './ticks';

describe('the values beside an axis', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [4, [0, 1, 2, 3, 4]],
    [6, [0, 2, 4, 6]],
    [20, [0, 5, 10, 15, 20]],
    [21, [0, 5, 10, 15, 20, 25]],
    [26, [0, 10, 20, 30]],
    [5_900, [0, 2000, 4000, 6000]],
    [1_000_000, [0, 200_000, 400_000, 600_000, 800_000, 1_000_000]],
  ])('%d is within round numbers', (most, ticks) => {
    expect(niceTicks(most)).toEqual(ticks);
  });

  it.each([
    [0, [0, 1], ['0 min', '1 min']],
    [7, [0, 2, 4, 6, 8], ['0 min', '2 min', '4 min', '6 min', '8 min']],
    [26 * 60, [0, 360, 720, 1080, 1440, 1800], ['0 h', '6 h', '12 h', '18 h', '24 h', '30 h']],
    [24 * 60, [0, 360, 720, 1080, 1440], ['0 h', '6 h', '12 h', '18 h', '24 h']],
    [9 * 1440, [0, 2880, 5760, 8640, 11_520, 14_400], ['0 h', '48 h', '96 h', '144 h', '192 h', '240 h']],
  ])('%d minutes are within round times', (most, ticks, words) => {
    const found = timeTicks(most);
    expect(found).toEqual(ticks);
    expect(found.map((minutes) => timeTickText(minutes, found[1] ?? 0))).toEqual(words);
  });

  it('shortens dollars', () => {
    expect([0, 500, 2500, 40_000].map(dollarTickText)).toEqual(['$0', '$500', '$2.5k', '$40k']);
  });
});

describe('the names of days', () => {
  const places = (count: number) => namedPlaces(count).map(({ at }) => at);
  const onPhone = (count: number) =>
    namedPlaces(count)
      .filter((place) => place.onPhone)
      .map(({ at }) => at);

  it('are five at most, the first and the last among them', () => {
    expect(places(1)).toEqual([0]);
    expect(places(2)).toEqual([0, 1]);
    expect(places(7)).toEqual([0, 2, 4, 6]);
    expect(places(30)).toEqual([0, 7, 14, 21, 29]);
    expect(places(366)).toEqual([0, 91, 182, 273, 365]);
    for (let count = 1; count <= 366; count += 1) {
      expect(places(count).length).toBeLessThanOrEqual(5);
      expect(places(count).at(-1)).toBe(count - 1);
    }
  });

  it('are three at most on a phone', () => {
    expect(onPhone(2)).toEqual([0, 1]);
    expect(onPhone(5)).toEqual([0, 2, 4]);
    expect(onPhone(30)).toEqual([0, 14, 29]);
    for (let count = 1; count <= 366; count += 1) expect(onPhone(count).length).toBeLessThanOrEqual(3);
  });
});
