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

/** "3 h 12 min", "2 d": a part that is none is not said, and less than a minute is no number. */
export function durationText(ms: number): [short: string, long: string] {
  const minutes = Math.floor(ms / MINUTE);
  const parts = [
    [Math.floor(minutes / 1440), 'd', 'day'],
    [Math.floor((minutes % 1440) / 60), 'h', 'hour'],
    // Beside days nobody counts minutes.
    [minutes < 1440 ? minutes % 60 : 0, 'min', 'minute'],
  ] as const;
  const said = parts.filter(([count]) => count > 0);
  if (said.length === 0) return ['under 1 min', 'under a minute'];
  return [
    said.map(([count, unit]) => `${count} ${unit}`).join(' '),
    said.map(([count, , word]) => `${count} ${word}${count === 1 ? '' : 's'}`).join(' '),
  ];
}

/** What is left at `now` of what was promised at `since`. */
export function timeToDeadline(since: string, promisedBy: string, now: number): TimeLeft {
  const [from, until] = [Date.parse(since), Date.parse(promisedBy)];
  const left = until - now;
  if (left < 0) {
    if (left > -MINUTE) return { grade: 'late', text: 'just overdue', spoken: 'just overdue', used: 1 };
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

/** "1 is overdue": what stands over the queue, and on Today among what is at risk. */
export function overdueText(count: number): string {
  return `${count} ${count === 1 ? 'is' : 'are'} overdue`;
}

/** How long something has waited: "3 h 12 min". */
export function waitingTime(since: string, now: number): string {
  return durationText(Math.max(0, now - Date.parse(since)))[0];
}
