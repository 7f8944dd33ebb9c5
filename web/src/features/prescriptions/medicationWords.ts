/**
 * The words of one medication: its name, its strengths and its form, kept apart
 * so that a screen can hold the dose together on one line.
 */
import type { MedicationInput } from '../../api/types';

export interface MedicationTitle {
  name: string;
  /** "500 mg", or "5 mg / 10 mg" for several ingredients; null when already in the name. */
  dose: string | null;
  form: string | null;
}

type Facts = Pick<MedicationInput, 'name' | 'ingredients' | 'formulations'>;

function spaceless(text: string): string {
  return text.toLowerCase().replace(/\s+/g, '');
}

export function strengthWords(facts: Pick<MedicationInput, 'ingredients'>): string | null {
  const words = facts.ingredients
    .map((one) => [one.strength, unitWord(one.strength_unit)].filter(Boolean).join(' '))
    .filter((word) => word !== '');
  return words.length === 0 ? null : words.join(' / ');
}

/** The register writes units in capitals; only plain units are written small. */
function unitWord(unit: string | null | undefined): string {
  if (!unit) return '';
  return /^(MG|MCG|G|KG|UNIT|UNITS)$/.test(unit) ? unit.toLowerCase() : unit === 'ML' ? 'mL' : unit;
}

export function medicationTitle(facts: Facts): MedicationTitle {
  const dose = strengthWords(facts);
  const form = facts.formulations[0]?.toLowerCase() ?? null;
  const name = spaceless(facts.name);
  return {
    name: facts.name,
    dose: dose !== null && name.includes(spaceless(dose)) ? null : dose,
    form: form !== null && name.includes(spaceless(form)) ? null : form,
  };
}

/** The whole title as plain text, for names of buttons and announcements. */
export function medicationText(facts: Facts): string {
  const { name, dose, form } = medicationTitle(facts);
  return [name, dose, form].filter(Boolean).join(' ');
}
