// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The time left to review a request within the promised day, in words and in
 * three grades. The day itself is the server's (setting promise_hours). Pure.
 */

export type Urgency = 'calm' | 'soon' | 'late';
/** `used` is the part of the promise that is over, from 0 to 1. */
type TimeLeft = { grade: Urgency; text: string; spoken: string; used: number };

/** From a quarter of the promise on it is time; the server counts the same (`prescriptions/queue.rs`). */
const SOON = 0.25;
const MINUTE = 60_000;

export function durationText(ms: number): [short: string, long: string] {
  const minutes = Math.floor(ms / MINUTE);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  const plural = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;
  if (days > 0) return [`${days} d ${hours} h`, `${plural(days, 'day')} ${plural(hours, 'hour')}`];
  if (hours > 0)
    return [`${hours} h ${minutes % 60} min`, `${plural(hours, 'hour')} ${plural(minutes % 60, 'minute')}`];
  return [`${minutes} min`, plural(minutes, 'minute')];
}

/** What is left at `now` of what was promised at `since`. */
export function timeToDeadline(since: string, promisedBy: string, now: number): TimeLeft {
  const [from, until] = [Date.parse(since), Date.parse(promisedBy)];
  const left = until - now;
  if (left < 0) {
    const [short, long] = durationText(-left);
    return { grade: 'late', text: `${short} overdue`, spoken: `${long} overdue`, used: 1 };
  }
  const [short, long] = durationText(left);
  return {
    grade: left < (until - from) * SOON ? 'soon' : 'calm',
    text: `${short} left`,
    spoken: `${long} left`,
    used: Math.min(1, Math.max(0, (now - from) / (until - from))),
  };
}

/** How long something has waited: "3 h 12 min". */
export function waitingTime(since: string, now: number): string {
  return durationText(Math.max(0, now - Date.parse(since)))[0];
}
