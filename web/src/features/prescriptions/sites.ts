// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Which eye, ear or nostril: asked where a drug goes into one of two. The server asks by the same rule
 * (crates/domain/src/prescriptions/forms.rs); both are held to wording_cases.json. Pure.
 */
// cspell:ignore oeil yeux oreilles narines gauche droite deux chaque oreille narine droit
import type { DrugView, Usage } from '../../api/generated/schema';

/** What the rule looks at. */
export type SitedDrug = Pick<DrugView, 'formulations' | 'administrations'>;

/** One of two: what is asked, what is said without an answer, and the answers. */
export interface SiteQuestion {
  readonly label: string;
  readonly missing: string;
  readonly sites: readonly string[];
}

const EYES = ['Left eye', 'Right eye', 'Both eyes'];
const EARS = ['Left ear', 'Right ear', 'Both ears'];
const NOSTRILS = ['Left nostril', 'Right nostril', 'Each nostril', 'One nostril'];

const ask = (what: string, sites: readonly string[]): SiteQuestion => ({
  label: `Which ${what}`,
  missing: `Please choose which ${what}.`,
  sites,
});

/** What is asked about a drug; null for one that does not go into one of two. */
export function siteQuestion(drug: SitedDrug | undefined): SiteQuestion | null {
  if (!drug || drug.administrations.length === 0) return null;
  const all = (...words: string[]) =>
    drug.administrations.every((route) => words.some((word) => route.toLowerCase().includes(word)));
  if (all('ophthalmic')) return ask('eye', EYES);
  if (all('otic')) return ask('ear', EARS);
  if (all('ophthalmic', 'otic')) return ask('eye or ear', [...EYES, ...EARS]);
  const isForm = (word: RegExp) => drug.formulations.some((form) => word.test(form));
  // A spray with that route goes into the nose, whatever the register adds.
  const isNasal =
    all('nasal') ||
    (isForm(/\bspray\b/i) && drug.administrations.some((route) => route.toLowerCase().includes('nasal')));
  // A powder is given once, into either.
  return isNasal && !isForm(/\bpowder\b/i) ? ask('nostril', NOSTRILS) : null;
}

const PART = /\b(?:eyes?|ears?|nostrils?|oeil|yeux|oreilles?|narines?)\b/;
const WHICH = /\b(?:left|right|both|each|affected|operated|gauche|droite?|deux|chaque)\b/;
// Of nostrils, either may be meant.
const NOSTRIL = /\b(?:nostrils?|narines?)\b/;
const EITHER = /\b(?:one|either|alternate|alternating|other)\b/;

/** Whether the words of a usage say it themselves. */
function isWritten(usage: Usage): boolean {
  return [usage.quantityOther, usage.frequencyOther, usage.textLine].some((text) => {
    const words = (text ?? '').toLowerCase().replaceAll('œ', 'oe');
    return (PART.test(words) && WHICH.test(words)) || (NOSTRIL.test(words) && EITHER.test(words));
  });
}

/** What is said where it is not told which; undefined where it is, or need not be. */
export function siteFault(usage: Usage, drug: SitedDrug | undefined): string | undefined {
  const question = siteQuestion(drug);
  if (question === null) return undefined;
  const answer = usage.site ?? null;
  if (answer === null ? isWritten(usage) : question.sites.includes(answer)) return undefined;
  return question.missing;
}
