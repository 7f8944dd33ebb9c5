// SPDX-License-Identifier: AGPL-3.0-or-later

/** What the form of a usage needs and nothing else: its faults beside each field, its notes, and the label as it grows. */
import type { Usage } from '../../api/generated/schema';
import { type SitedDrug, siteFault } from './sites';
import { OTHER, REPEAT_MAX, REPEAT_MIN, hasDuration, isChosen } from './usage';
import { direction } from './usageSentence';

type UsageField = 'quantity' | 'site' | 'frequency' | 'duration' | 'repeat' | 'notes';
export type UsageFaults = Partial<Record<UsageField, string>>;

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

interface LabelPreview {
  direction: string;
  duration: string | null;
}

/** A plain reading of the label as it grows; nothing while Other is said. */
export function labelPreview(usage: Usage, formulation: string | undefined): LabelPreview | null {
  if (!usage.frequency || asksForNotes(usage)) return null;
  return { direction: direction(usage, formulation), duration: usage.duration || null };
}
