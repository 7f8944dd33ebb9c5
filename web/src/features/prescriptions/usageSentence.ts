// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * How a medication is taken, as people say it. A help for the patient and never the printed directions, which
 * the server writes. Pure.
 */
import type { Usage } from '../../api/generated/schema';
import { OTHER } from './usage';

/** Forms that are swallowed; any other is used. */
const SWALLOWED = /^(?:tablet|capsule|caplet|lozenge|pill|dose|syrup|elixir)\b/;
/** Forms that are counted by the piece. */
const COUNTED = /^(?:tablet|capsule|caplet|lozenge|patch|spray|drop|suppository|dose|puff)$/;
const AT_MOST_ONE = ['One', 'One half', 'One quarter'];

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "tablet" of "TABLET (EXTENDED-RELEASE)" and of "Tablet, film coated". */
function formOf(formulation: string | undefined): string {
  return (formulation ?? 'dose').toLowerCase().split(/[,(]/)[0]?.trim() ?? '';
}

/** What was chosen, or one's own words for Other; these may stand in the notes alone. */
function words(chosen: string, other: string | null): string {
  return chosen === OTHER ? (other ?? '') : lowerFirst(chosen);
}

/** "one tablet twice a day as needed" */
function dose(usage: Usage, formulation: string | undefined): string {
  const form = formOf(formulation);
  const piece = usage.quantity !== OTHER && COUNTED.test(form) ? form : '';
  return [
    words(usage.quantity, usage.quantityOther),
    piece && !AT_MOST_ONE.includes(usage.quantity) ? `${piece}s` : piece,
    words(usage.frequency, usage.frequencyOther),
    usage.asNeeded ? 'as needed' : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** "Take one tablet twice a day as needed"; own words stand for themselves. */
export function direction(usage: Usage, formulation: string | undefined): string {
  const isOwn = usage.quantity === OTHER || usage.frequency === OTHER || usage.frequency === '';
  const verb = isOwn ? '' : SWALLOWED.test(formOf(formulation)) ? 'Take ' : 'Use ';
  return upperFirst(verb + dose(usage, formulation));
}

function repeats(usage: Usage): string {
  if (!(usage.repeat > 0)) return 'no repeats';
  return usage.repeat === 1 ? '1 repeat' : `${usage.repeat} repeats`;
}

/** "Take one tablet once a day for 3 months, no repeats" */
export function usageSentence(usage: Usage, formulation: string | undefined): string {
  const isListed = usage.duration !== '' && usage.duration !== OTHER;
  return [
    direction(usage, formulation) + (isListed ? ` for ${usage.duration}` : ''),
    usage.duration === OTHER ? (usage.durationOther ?? '') : '',
    lowerFirst(usage.site ?? ''),
    usage.textLine ?? '',
    repeats(usage),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** "One tablet once a day, 3 months": what was prescribed before, beside its name. */
export function formerUsage(usage: Usage, formulation: string | undefined): string {
  const lasts = usage.duration === OTHER ? (usage.durationOther ?? '') : usage.duration;
  return [upperFirst(dose(usage, formulation)), lasts, usage.textLine ?? '']
    .filter((part) => part !== '')
    .join(', ');
}
