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

/** The whole title as plain text, for names of buttons and announcements. */
export function medicationText(facts: Facts): string {
  const { name, dose, form } = medicationTitle(facts);
  return [name, dose, form].filter(Boolean).join(' ');
}
