// SPDX-License-Identifier: AGPL-3.0-or-later

/** The values beside the axis of a drawing, from 0 to the first one that no bar or line is above. */

/** So many spaces between two lines are read at a glance. */
const MOST_SPACES = 5;

/** Minutes that people count in, up to a day; beyond it, days. */
const TIME_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440];

function upTo(most: number, step: number): readonly number[] {
  const spaces = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: spaces + 1 }, (_, at) => at * step);
}

/** Round numbers: 1, 2 or 5 with zeros. Counts are whole: the step is 1 at least. */
export function niceTicks(most: number): readonly number[] {
  for (let power = 1; ; power *= 10)
    for (const step of [power, 2 * power, 5 * power]) if (most / step <= MOST_SPACES) return upTo(most, step);
}

/** Round times, in minutes. */
export function timeTicks(most: number): readonly number[] {
  const known = TIME_STEPS.find((step) => most / step <= MOST_SPACES);
  if (known !== undefined) return upTo(most, known);
  return niceTicks(most / 1440).map((days) => days * 1440);
}

/** "30 h", "15 min": all values of one axis in the unit of its step. */
export function timeTickText(minutes: number, step: number): string {
  return step < 60 ? `${minutes} min` : `${minutes / 60} h`;
}

/** "$0", "$500", "$4k", "$2.5k" */
export function dollarTickText(dollars: number): string {
  return dollars < 1000 ? `$${dollars}` : `$${dollars / 1000}k`;
}

/** The label of a place on the axis of days; on a phone only some are shown. */
export interface NamedPlace {
  readonly at: number;
  readonly onPhone: boolean;
}

/** So many names have room, and so many on a phone. */
const [MOST_NAMES, MOST_NAMES_ON_PHONE] = [5, 3];

/** Which of `count` places are named: the first, the last, and some between them at equal distances. */
export function namedPlaces(count: number): readonly NamedPlace[] {
  if (count <= MOST_NAMES) {
    const all = Array.from({ length: count }, (_, at) => at);
    return withPhone(all);
  }
  const step = (count - 1) / (MOST_NAMES - 1);
  const near = placesBy(Math.round(step), count);
  return withPhone(near.length <= MOST_NAMES ? near : placesBy(Math.ceil(step), count));
}

/** From the first place on, and the last one; one close to that would lie on it. */
function placesBy(step: number, count: number): readonly number[] {
  const places: number[] = [];
  for (let at = 0; at < count - 1 - step / 2; at += step) places.push(at);
  return [...places, count - 1];
}

function withPhone(places: readonly number[]): readonly NamedPlace[] {
  const middle = Math.floor(places.length / 2);
  return places.map((at, index) => ({
    at,
    onPhone:
      places.length <= MOST_NAMES_ON_PHONE || index === 0 || index === places.length - 1 || index === middle,
  }));
}
