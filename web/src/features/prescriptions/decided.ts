// SPDX-License-Identifier: AGPL-3.0-or-later

/** Which decisions the staff's list is of, as its address says it. A value that makes no sense is as if it were not there. */
import type { Fault } from '../../ui/forms/faults';
import { type Address, paths } from '../../ui/links/paths';

/** By when a request was decided; everything when nothing is said. */
export interface Decided {
  /** Later than promised; without days, what is open and late as well. */
  readonly isLate: boolean;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

type Given = Readonly<Record<'late' | 'from' | 'to', string | undefined>>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function dayOf(text: string | undefined): string | undefined {
  if (text === undefined || !DAY.test(text)) return undefined;
  const at = new Date(`${text}T00:00:00Z`);
  // The 31st of a month that has none is another day.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined;
}

export function decidedOf({ late, from, to }: Given): Decided {
  const isLate = late === 'yes';
  const days = { from: dayOf(from), to: dayOf(to) };
  return dayFaults(days).length === 0 ? { isLate, ...days } : { isLate, from: undefined, to: undefined };
}

/** What is wrong with the days, by the field. */
export function dayFaults({ from, to }: Pick<Decided, 'from' | 'to'>): Fault[] {
  if (from === undefined || to === undefined || from <= to) return [];
  return [{ field: 'from', message: 'The first day cannot be after the last day.' }];
}

/** Of every prescription of the clinic. */
export const addressOf = ({ isLate, from, to }: Decided): Address =>
  paths.prescriptions({ list: 'all', late: isLate ? 'yes' : undefined, from, to });
