// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * A medication that is asked for already, or should still last: the patient says why it is needed again
 * (decision 161). Which lines those are is decided by the server; this finds its words. Pure.
 */
import type { RequestedMedication } from '../../api/generated/schema';
import { isBlank } from '../../ui/forms/blank';

/** Longest words, as on the server. */
export const AGAIN_MAX = 500;

interface Fault {
  readonly field: string;
  readonly message: string;
}

/** What stands against lines, by line. */
export type Held = Readonly<Record<string, string>>;

export function lineKey(line: Pick<RequestedMedication, 'drugId' | 'name'>): string {
  return `${line.drugId ?? ''} ${line.name}`;
}

const AGAIN = /^medications\[(\d+)\]\.neededAgain$/;

/** The field of a line whose words are missing; null for any other fault. */
export function againPlace(field: string): number | null {
  const found = AGAIN.exec(field);
  return found ? Number(found[1]) : null;
}

/** Adds what a refusal says stands against lines; what was said before of other lines stays. */
export function heldBy(
  before: Held,
  faults: readonly Fault[],
  medications: readonly RequestedMedication[],
): Held {
  const found = faults.flatMap((fault) => {
    const line = medications[againPlace(fault.field) ?? -1];
    return line ? [[lineKey(line), fault.message] as const] : [];
  });
  return found.length === 0 ? before : { ...before, ...Object.fromEntries(found) };
}

/** The lines with the patient's words on one of them. */
export function withReason(
  medications: readonly RequestedMedication[],
  line: RequestedMedication,
  words: string,
): RequestedMedication[] {
  return medications.map((one) => (lineKey(one) === lineKey(line) ? { ...one, neededAgain: words } : one));
}

export function hasReason(line: Pick<RequestedMedication, 'neededAgain'>): boolean {
  return !isBlank(line.neededAgain ?? '');
}
