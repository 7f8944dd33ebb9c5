// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The words of one medication: its name, its strengths and its form, kept apart
 * so that a screen can hold the dose together on one line.
 */
import type { RequestedMedication } from '../../api/generated/schema';
import { drugName } from '../../ui/drugName';
import { nameAndStrengths, strengthText } from '../../ui/strength';

export interface MedicationTitle {
  name: string;
  /** "500 mg", or "5 mg + 10 mg" for several ingredients; null when already in the name. */
  dose: string | null;
  form: string | null;
}

type Facts = Pick<RequestedMedication, 'name' | 'ingredients' | 'formulations'>;

function spaceless(text: string): string {
  return text.toLowerCase().replace(/\s+/g, '');
}

export function medicationTitle(facts: Facts): MedicationTitle {
  const [title, beside] = nameAndStrengths(drugName(facts.name), facts.ingredients.map(strengthText));
  const form = facts.formulations[0]?.toLowerCase() ?? null;
  const name = spaceless(facts.name);
  return {
    name: title,
    dose: beside.join(' + ') || null,
    form: form !== null && name.includes(spaceless(form)) ? null : form,
  };
}

/** What a request is for, as a heading says it: "Metformin 500 mg and 1 more". Number and unit stay together. */
export function requestTitle([first, ...others]: readonly Facts[]): string {
  if (!first) return 'Prescription';
  const { name, dose } = medicationTitle(first);
  const drug = [name, dose?.replaceAll(' ', '\u00a0')].filter(Boolean).join(' ');
  return others.length === 0 ? drug : `${drug} and ${others.length} more`;
}

/** The whole title as plain text, for names of buttons and announcements. */
export function medicationText(facts: Facts): string {
  const { name, dose, form } = medicationTitle(facts);
  return [name, dose, form].filter(Boolean).join(' ');
}
