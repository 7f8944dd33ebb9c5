// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * How one medication is taken: the empty usage, its faults and its words.
 * The texts are the contract's; the server checks everything again. Quantities
 * to dispense are computed by the server and are deliberately not here.
 */
import type { Usage } from '../../api/generated/schema';
import { type SitedDrug, siteFault } from './sites';

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

type UsageField = 'quantity' | 'site' | 'frequency' | 'duration' | 'repeat' | 'notes';
export type UsageFaults = Partial<Record<UsageField, string>>;

/** Other counts as chosen only once it is said what it is, beside it or in the notes. */
function isChosen(value: string, other: string | null, notes: string | null): boolean {
  return value === OTHER ? `${other ?? ''}${notes ?? ''}`.trim() !== '' : value !== '';
}

export function hasDuration(usage: Usage | undefined): boolean {
  return usage !== undefined && isChosen(usage.duration, usage.durationOther, usage.textLine);
}

export function usageFaults(usage: Usage, drug?: SitedDrug): UsageFaults {
  const faults: UsageFaults = {};
  const say = (field: UsageField, message: string | undefined) => {
    if (message !== undefined) faults[field] ??= message;
  };
  // A pharmacist may read "0,5" as 5; the server refuses it by the same rule. Words that go are not judged.
  const kept = withoutStaleNotes(usage);
  if (!isChosen(usage.quantity, usage.quantityOther, usage.textLine)) say('quantity', 'Enter the quantity.');
  say('quantity', commaFault(kept.quantityOther));
  say('site', siteFault(usage, drug));
  if (!isChosen(usage.frequency, usage.frequencyOther, usage.textLine))
    say('frequency', 'Please choose the frequency.');
  say('frequency', commaFault(kept.frequencyOther));
  if (!hasDuration(usage)) say('duration', 'Please choose the duration.');
  say('duration', commaFault(kept.durationOther));
  say('notes', commaFault(kept.textLine));
  if (!Number.isInteger(usage.repeat) || usage.repeat < REPEAT_MIN || usage.repeat > REPEAT_MAX)
    say('repeat', 'Please repeat between 0 and 100');
  return faults;
}

/** The first number with a decimal comma; groups of thousands and lists of days are none. */
export function decimalComma(text: string): string | null {
  for (const found of text.matchAll(/\d[\d.,]*/g)) {
    const number = found[0].replace(/[.,]+$/, '');
    const [whole = '', rest, ...more] = number.split(',');
    const isOfDays = /(?:days?|jours?)$/i.test(text.slice(0, found.index).trimEnd());
    if (rest === undefined || more.length > 0 || whole.includes('.') || isOfDays) continue;
    const isGroup = /^\d{3}(?:\.|$)/.test(rest) && whole.length <= 3 && !whole.startsWith('0');
    if (!isGroup) return number;
  }
  return null;
}

function commaFault(text: string | null): string | undefined {
  const number = decimalComma(text ?? '');
  return number === null
    ? undefined
    : `Please write decimals with a point: ${number.replace(',', '.')}, not ${number}.`;
}

/** The notes box shows only when one of the three lists says Other. */
export function asksForNotes(usage: Usage): boolean {
  return [usage.quantity, usage.frequency, usage.duration].includes(OTHER);
}

/** Drops the words of an Other answer that is no longer chosen. */
export function withoutStaleNotes(usage: Usage): Usage {
  return {
    ...usage,
    quantityOther: usage.quantity === OTHER ? usage.quantityOther : null,
    frequencyOther: usage.frequency === OTHER ? usage.frequencyOther : null,
    durationOther: usage.duration === OTHER ? usage.durationOther : null,
    textLine: asksForNotes(usage) ? usage.textLine : null,
  };
}

/** The usage that counts is the last one of a line. */
export function lastUsage(usages: readonly Usage[]): Usage | undefined {
  return usages[usages.length - 1];
}

/** What each part of a usage says, in the order of the label; empty when it says nothing. */
function usageParts(usage: Usage): string[] {
  return [
    usage.quantity === OTHER ? (usage.quantityOther ?? OTHER) : usage.quantity,
    usage.frequency === OTHER ? (usage.frequencyOther ?? OTHER) : usage.frequency,
    usage.asNeeded ? 'as needed' : '',
    usage.duration === OTHER ? (usage.durationOther ?? OTHER) : usage.duration,
    usage.repeat > 0 ? `${usage.repeat} ${usage.repeat === 1 ? 'repeat' : 'repeats'}` : '',
    usage.textLine ?? '',
    usage.site ?? '',
  ];
}

/** "One · Twice a day · 3 months", leaving out what was not chosen. */
export function usageText(usage: Usage): string[] {
  return usageParts(usage).filter((word) => word !== '');
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

interface LabelPreview {
  direction: string;
  duration: string | null;
}

/** Forms that are swallowed; any other is used. */
const SWALLOWED = /^(?:tablet|capsule|caplet|lozenge|pill|dose|syrup|elixir)\b/;

/**
 * A plain reading of the label. It is a help for the patient and never the
 * printed directions, which the server writes.
 */
export function labelPreview(usage: Usage, formulation: string | undefined): LabelPreview | null {
  if (!usage.frequency || asksForNotes(usage)) return null;
  const form = (formulation ?? 'dose').toLowerCase().split(',')[0] ?? 'dose';
  const plural = ['One', 'One half', 'One quarter'].includes(usage.quantity) ? '' : 's';
  const counted = /^(tablet|capsule|caplet|lozenge|patch|spray|drop|suppository|dose|puff)$/.test(form);
  const amount = usage.quantity.toLowerCase();
  const what = counted ? `${amount} ${form}${plural}` : amount;
  const verb = SWALLOWED.test(form) ? 'Take' : 'Use';
  const direction = `${verb} ${what} ${lowerFirst(usage.frequency)}${usage.asNeeded ? ' as needed' : ''}`;
  return { direction, duration: usage.duration || null };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
