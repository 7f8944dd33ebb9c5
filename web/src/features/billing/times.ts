// SPDX-License-Identifier: AGPL-3.0-or-later

// Times of a visit as they are typed (a day and two times by the clinic's clock) and as they are sent.
import { clockInput } from '../../ui/format';

/** The moment at which the clinic's clock shows this day and time; undefined while one is missing. */
export function momentOf(day: string, time: string): string | undefined {
  const shown = Date.parse(`${day}T${time}:00Z`);
  if (day === '' || time === '' || Number.isNaN(shown)) return undefined;
  // Twice: the first guess may stand on the other side of a change of the clock.
  let moment = shown;
  for (let turn = 0; turn < 2; turn += 1) {
    moment = shown - (Date.parse(`${clockInput(new Date(moment))}:00Z`) - moment);
  }
  return new Date(moment).toISOString();
}

/** A moment as a day and a time by the clinic's clock. */
export function typedOf(iso: string): { readonly day: string; readonly time: string } {
  const [day = '', time = ''] = clockInput(new Date(iso)).split('T');
  return { day, time };
}

/** Whole years at a day; both are YYYY-MM-DD. */
export function ageOn(born: string, day: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(born) || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4));
  return day.slice(5) < born.slice(5) ? years - 1 : years;
}
