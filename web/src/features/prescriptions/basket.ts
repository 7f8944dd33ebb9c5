// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The medications of a request before it is sent: adding, changing, removing
 * and what is refused. Pure; the server repeats every one of these rules, and
 * the limit over a whole day is known to the server alone.
 */
import type { RequestedMedication, Usage } from '../../api/generated/schema';
import { drugName } from '../../ui/drugName';
import { strengthText } from '../../ui/strength';
import { hasDuration, lastUsage } from './usage';

/** At most 5 medications, patient side section 9. */
export const MEDICATIONS_MAX = 5;

/** What a request may hold: no limit in unlimited mode; until the server said what is left today, five. */
export function mostOf(left: number | undefined, unlimited: boolean): number {
  return unlimited ? Number.POSITIVE_INFINITY : (left ?? MEDICATIONS_MAX);
}

/** "1 medication, $50.00, 1 left today". What is left is the server's count, less what the request holds. */
export function countText(count: number, left: number | undefined, unlimited: boolean, fee = ''): string {
  return [
    count === 1 ? '1 medication' : `${count} medications`,
    fee,
    unlimited || left === undefined ? '' : `${Math.max(0, left - count)} left today`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** Why nothing more can be added; null while something can. */
export function limitText(count: number, most: number): string | null {
  if (count < most) return null;
  const reached = `You have reached today’s limit of ${MEDICATIONS_MAX}; it starts anew at midnight.`;
  return count === 0 ? reached : `${reached} Remove one to add another.`;
}

export const ALREADY_ADDED = 'This drug is already added.';
export const MAXIMUM_REACHED = 'Maximum number of medications has been reached';
/** Once it is with the doctors: before the payment nothing was requested yet. */
export const REQUESTED =
  'Prescription requested successfully! A doctor will shortly send you a message through email.';

/** With why, where another brand of it is added: the names do not say so. */
export function alreadyAdded(why?: string | null): string {
  return why ? `${ALREADY_ADDED} ${why}` : ALREADY_ADDED;
}

export type Refusal = 'duplicate' | 'full';

/** The medication that a field such as `medication-0` is of: what is asked is the same of each. */
export function lineNameOf(
  field: string,
  lines: readonly Pick<RequestedMedication, 'name'>[],
): string | undefined {
  const line = lines[Number(/^medication-(\d+)/.exec(field)?.[1])];
  return line && drugName(line.name);
}

type Strengths = Pick<RequestedMedication, 'ingredients'>;

function strengthsOf(line: Strengths): string[] {
  return line.ingredients
    .map((one) => strengthText(one).toLowerCase())
    .filter((strength) => strength !== '')
    .toSorted();
}

/**
 * Same name with same strengths, or same name when either has no strengths (decision 86). The server alone knows
 * that two brands are one drug (decision 171): it is asked before a line is added, and refuses what it is sent.
 */
export function isSameDrug(
  a: Pick<RequestedMedication, 'name' | 'ingredients'>,
  b: Pick<RequestedMedication, 'name' | 'ingredients'>,
): boolean {
  if (a.name.trim().toLowerCase() !== b.name.trim().toLowerCase()) return false;
  const left = strengthsOf(a);
  const right = strengthsOf(b);
  return left.length === 0 || right.length === 0 || left.join('|') === right.join('|');
}

export function refusalOf(
  basket: readonly RequestedMedication[],
  medication: Pick<RequestedMedication, 'name' | 'ingredients'>,
  most: number,
): Refusal | null {
  if (basket.some((line) => isSameDrug(line, medication))) return 'duplicate';
  if (basket.length >= most) return 'full';
  return null;
}

/** Adds lines one by one, leaving out doubles and whatever no longer fits. */
export function addLoaded(
  basket: readonly RequestedMedication[],
  loaded: readonly RequestedMedication[],
  most: number,
): RequestedMedication[] {
  return loaded.reduce<RequestedMedication[]>(
    (kept, line) => (refusalOf(kept, line, most) ? kept : [...kept, line]),
    [...basket],
  );
}

export function replaceUsage(
  basket: readonly RequestedMedication[],
  index: number,
  usage: Usage,
): RequestedMedication[] {
  return basket.map((line, at) => (at === index ? { ...line, usages: [usage] } : line));
}

export function removeLine(basket: readonly RequestedMedication[], index: number): RequestedMedication[] {
  return basket.filter((_, at) => at !== index);
}

interface RequestFault {
  field: string;
  message: string;
}

/** What stands between the form and the agreement, in the specification's words (section 5). */
export function requestFaults(
  basket: readonly RequestedMedication[],
  hasPharmacy: boolean,
  most: number,
): RequestFault[] {
  const faults: RequestFault[] = [];
  if (basket.length === 0)
    faults.push({ field: 'medications', message: 'Select the medications to be refilled.' });
  if (basket.length > most) {
    const message =
      basket.length > MEDICATIONS_MAX ? 'More than 5 medications are not allowed' : MAXIMUM_REACHED;
    faults.push({ field: 'medications', message });
  }
  basket.forEach((line, index) => {
    if (!hasDuration(lastUsage(line.usages)))
      faults.push({ field: `medication-${index}`, message: 'Medication duration is Required' });
  });
  if (!hasPharmacy) faults.push({ field: 'pharmacy', message: 'Please choose a pharmacy.' });
  return faults;
}
