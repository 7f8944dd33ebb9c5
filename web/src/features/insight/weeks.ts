// SPDX-License-Identifier: AGPL-3.0-or-later

/** The days of a period put together as weeks, from Monday on; the first and the last may be a part of one. */
import type { InsightDay, InsightTotals } from '../../api/generated/schema';
import type { Told } from './words';

/** So many days have a bar each. */
const MOST_BARS = 120;

export interface Stretch {
  /** The first day that belongs to it. */
  readonly day: string;
  readonly days: readonly InsightDay[];
  /** Of one day alone: Saturday or Sunday. */
  readonly weekend: boolean;
  readonly requests: Told;
  readonly medications: Told;
  readonly decided: Told;
  readonly charged: Told;
  readonly refunded: Told;
}

type Summed = 'requests' | 'medications' | 'decided' | 'late' | 'charged' | 'refunded';

/** The sum of the days; not told when one of its numbers is not. */
export function sumOf(days: readonly InsightDay[], of: Summed): Told {
  return days.reduce<Told>((sum, day) => {
    const value = day[of];
    return sum === null || value === null ? null : sum + value;
  }, 0);
}

function stretchOf(days: readonly InsightDay[]): Stretch {
  return {
    day: days[0]?.day ?? '',
    days,
    weekend: days.length === 1 && days[0]?.weekend === true,
    requests: sumOf(days, 'requests'),
    medications: sumOf(days, 'medications'),
    decided: sumOf(days, 'decided'),
    charged: sumOf(days, 'charged'),
    refunded: sumOf(days, 'refunded'),
  };
}

const isMonday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1;

/** Oldest first. */
export function weeksOf(days: readonly InsightDay[]): readonly Stretch[] {
  const weeks: InsightDay[][] = [];
  for (const day of days) {
    const week = weeks.at(-1);
    if (week === undefined || isMonday(day.day)) weeks.push([day]);
    else week.push(day);
  }
  return weeks.map(stretchOf);
}

/** What has a bar of its own: a day, or a week where days would be too many. */
export function stretchesOf(days: readonly InsightDay[], most = MOST_BARS): readonly Stretch[] {
  return days.length > most ? weeksOf(days) : days.map((day) => stretchOf([day]));
}

/** The row under the days: the whole period. */
export const allDays = ({
  requests,
  medications,
  decided,
  late,
  p50,
  p90,
  charged,
  refunded,
}: InsightTotals): InsightDay => ({
  day: '',
  weekend: false,
  requests,
  medications,
  decided,
  late,
  p50,
  p90,
  charged,
  refunded,
});

/** The day with the most late decisions, or the slowest one; null when nothing was decided. */
export function worstDay(days: readonly InsightDay[]): InsightDay | null {
  const decided = days.filter(({ p90 }) => p90 !== null);
  const [worst] = decided.toSorted((a, b) => (b.late ?? 0) - (a.late ?? 0) || (b.p90 ?? 0) - (a.p90 ?? 0));
  return worst ?? null;
}
