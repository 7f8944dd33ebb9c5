// SPDX-License-Identifier: AGPL-3.0-or-later

/** How insight writes numbers, and the sentences that compare two periods. */
import { formatDate, formatMoney } from '../../ui/format';
import { lazily } from '../../ui/lazily';

/**
 * Null is a number that the server does not tell: it is 1 to 4 and could name someone, or would give such a number
 * away. So it is never called "under 5", nor is it in a file or a report.
 */
export type Told = number | null;

const HIDDEN = 'not shown';

const countFormat = lazily(() => new Intl.NumberFormat('en-CA'));

/** "1,417", "not shown" */
export const countText = (n: Told): string => (n === null ? HIDDEN : countFormat().format(n));

/** "$22,460.00", "not shown" */
export const moneyText = (dollars: Told): string => (dollars === null ? HIDDEN : formatMoney(dollars));

/** "1 request", "417 requests", "some requests" */
export const counted = (n: Told, one: string, many = `${one}s`): string =>
  n === null ? `some ${many}` : `${countFormat().format(n)} ${n === 1 ? one : many}`;

/** As the beginning of a sentence. */
export const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The part of a whole, 0 to 1; null where one of them is not told, or there is nothing. */
export function shareOf(part: Told, whole: Told): number | null {
  return part === null || whole === null || whole === 0 ? null : part / whole;
}

/** "98.3%", "–" */
export const percentText = (share: number | null): string =>
  share === null ? '–' : `${(share * 100).toFixed(1)}%`;

/** "33%" */
export const wholePercentText = (share: number | null): string =>
  share === null ? '–' : `${Math.round(share * 100)}%`;

/** "2 h 08 min", "41 min", "–" */
export function minutesText(minutes: number | null): string {
  if (minutes === null) return '–';
  if (minutes < 1) return 'under 1 min';
  const whole = Math.round(minutes);
  const [hours, rest] = [Math.floor(whole / 60), whole % 60];
  return hours === 0 ? `${rest} min` : `${hours} h ${String(rest).padStart(2, '0')} min`;
}

/** "26 h", "41 min": for a label that has little room. */
export const shortMinutesText = (minutes: number): string =>
  minutes < 600 ? minutesText(minutes) : `${Math.round(minutes / 60)} h`;

/** "Nov 09" */
export const dayText = (day: string): string => formatDate(day).replace(/, \d{4}$/, '');

/** "Oct 23 – Nov 21, 2026", "Dec 20, 2025 – Jan 05, 2026", "Nov 21, 2026" */
export function rangeText(from: string, to: string): string {
  if (from === to) return formatDate(to);
  const first = from.slice(0, 4) === to.slice(0, 4) ? dayText(from) : formatDate(from);
  return `${first} – ${formatDate(to)}`;
}

/** "30 days", "1 day" */
export const daysText = (n: number): string => counted(n, 'day');

/** Which way a number went. */
export interface Comparison {
  readonly words: string;
  readonly went: 'up' | 'down' | null;
}

const NONE = 'No comparison';

const unmoved = (words: string): Comparison => ({ words, went: null });

const timesText = (times: number) => (times < 10 ? times.toFixed(1) : String(Math.round(times)));

/** Beyond this many percent more, times are easier to read. */
const MANY_TIMES = 100;

/** "8% more than before"; `less` is "fewer" of what is counted. */
function compared(now: Told, before: Told, [less, as]: readonly [string, string]): Comparison {
  if (now === null || before === null) return unmoved(NONE);
  if (before === 0) return unmoved(now === 0 ? 'None before either' : 'None before');
  const percent = Math.round(((now - before) / Math.abs(before)) * 100);
  if (percent === 0) return unmoved('As before');
  if (percent < 0) return { words: `${-percent}% ${less} than before`, went: 'down' };
  if (percent < MANY_TIMES || before < 0) return { words: `${percent}% more than before`, went: 'up' };
  return { words: `${timesText(now / before)} times as ${as}`, went: 'up' };
}

export const comparedCount = (now: Told, before: Told) => compared(now, before, ['fewer', 'many']);

export const comparedMoney = (now: Told, before: Told) => compared(now, before, ['less', 'much']);

/** "14 min faster": it has to stay on one line of a phone. */
export function comparedTime(now: number | null, before: number | null): Comparison {
  if (now === null || before === null) return unmoved(NONE);
  if (now === before) return unmoved('As before');
  return now > before
    ? { words: `${minutesText(now - before)} slower`, went: 'up' }
    : { words: `${minutesText(before - now)} faster`, went: 'down' };
}

/** "97.1% before" */
export function comparedShare(now: number | null, before: number | null): Comparison {
  if (now === null || before === null) return unmoved(NONE);
  const [shown, was] = [percentText(now), percentText(before)];
  if (shown === was) return unmoved('As before');
  return { words: `${was} before`, went: now > before ? 'up' : 'down' };
}
