// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is looked at, as the address says it. A value that makes no sense is as if it were not there. */
import { type Address, paths } from '../../ui/links/paths';

export type Payer = 'card' | 'private';

/** What is looked at. */
export interface Sight {
  /** Both days, or the usual period when null. */
  readonly days: Days | null;
  readonly doctor: string | null;
  readonly payer: Payer | null;
  readonly compares: boolean;
}

export interface Days {
  readonly from: string;
  readonly to: string;
}

type Given = Readonly<Record<'from' | 'to' | 'doctor' | 'payer' | 'compare', string | undefined>>;

/** The usual period, up to today. */
export const USUAL_DAYS = 30;
/** So long may a period be. */
export const MOST_DAYS = 366;
/** The lengths that are one press away. */
export const LENGTHS = [7, USUAL_DAYS, 90] as const;

const DAY_MS = 86_400_000;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const momentOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** "2026-11-21" and -1: "2026-11-20" */
export function dayFrom(day: string, by: number): string {
  return new Date(momentOf(day) + by * DAY_MS).toISOString().slice(0, 10);
}

/** How many days a period has. */
export function lengthOf({ from, to }: Days): number {
  return Math.round((momentOf(to) - momentOf(from)) / DAY_MS) + 1;
}

/** The last `length` days, today among them. */
export const lastDays = (length: number, today: string): Days => ({
  from: dayFrom(today, 1 - length),
  to: today,
});

function isDay(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = momentOf(text);
  // The 31st of a month that has none is another day.
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}

/** What is wrong with a period, by its field; nothing when it can be looked at. */
export function dayFaults(from: string, to: string, today: string): { field: string; message: string }[] {
  const faults: { field: string; message: string }[] = [];
  if (!isDay(from)) faults.push({ field: 'from', message: 'Enter the first day.' });
  if (!isDay(to)) faults.push({ field: 'to', message: 'Enter the last day.' });
  if (faults.length > 0) return faults;
  if (to > today) faults.push({ field: 'to', message: 'The last day cannot be after today.' });
  if (from > to) faults.push({ field: 'from', message: 'The first day cannot be after the last day.' });
  else if (lengthOf({ from, to }) > MOST_DAYS)
    faults.push({ field: 'from', message: `Choose at most ${MOST_DAYS} days.` });
  return faults;
}

export function sightOf({ from, to, doctor, payer, compare }: Given, today: string): Sight {
  const isPeriod = from !== undefined && to !== undefined && dayFaults(from, to, today).length === 0;
  return {
    days: isPeriod ? { from, to } : null,
    doctor: doctor !== undefined && ID.test(doctor) ? doctor : null,
    payer: payer === 'card' || payer === 'private' ? payer : null,
    compares: compare !== 'no',
  };
}

export function addressOf({ days, doctor, payer, compares }: Sight): Address {
  return paths.insight({
    from: days?.from,
    to: days?.to,
    doctor: doctor ?? undefined,
    payer: payer ?? undefined,
    compare: compares ? undefined : 'no',
  });
}

/** Which of the lengths one press away is looked at; none when it is another period. */
export function lengthShown({ days }: Sight, today: string): (typeof LENGTHS)[number] | null {
  if (days === null) return USUAL_DAYS;
  if (days.to !== today) return null;
  return LENGTHS.find((length) => length === lengthOf(days)) ?? null;
}
