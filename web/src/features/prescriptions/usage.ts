// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * How one medication is taken: the empty usage, its faults and its words.
 * The texts are the contract's; the server checks everything again. Quantities
 * to dispense are computed by the server and are deliberately not here.
 */
import type { Usage } from '../../api/generated/schema';
import { usageParts } from '../../ui/format';

export const OTHER = 'Other';

/** Bounds of the specification, patient side section 5. */
export const REPEAT_MIN = 0;
export const REPEAT_MAX = 100;
export const NOTES_MAX_CHARACTERS = 200;

/** The usage a new line starts with (patient side section 2, step 4). */
export function emptyUsage(): Usage {
  return {
    quantity: 'One',
    quantityOther: null,
    frequency: '',
    frequencyOther: null,
    asNeeded: false,
    duration: '',
    durationOther: null,
    repeat: 0,
    textLine: null,
  };
}

/** Other counts as chosen only once it is said what it is, beside it or in the notes. */
export function isChosen(value: string, other: string | null, notes: string | null): boolean {
  return value === OTHER ? `${other ?? ''}${notes ?? ''}`.trim() !== '' : value !== '';
}

export function hasDuration(usage: Usage | undefined): boolean {
  return usage !== undefined && isChosen(usage.duration, usage.durationOther, usage.textLine);
}

/** The usage that counts is the last one of a line. */
export function lastUsage(usages: readonly Usage[]): Usage | undefined {
  return usages[usages.length - 1];
}

interface UsagePair {
  old: string;
  now: string;
  /** The part of the label it is. */
  index: number;
}

/** Two usages side by side, part by part; parts that say nothing in either are left out. */
export function usagePairs(before: Usage, after: Usage): UsagePair[] {
  const old = usageParts(before);
  return usageParts(after)
    .map((now, index) => ({ now, old: old[index] ?? '', index }))
    .filter((pair) => pair.now !== '' || pair.old !== '');
}

export function isChanged(before: Usage, after: Usage): boolean {
  return usagePairs(before, after).some((pair) => pair.now !== pair.old);
}
