// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * From the catalogue's entries of one name to the choices a label can show:
 * equal strength, form, container and route are one choice. Pure.
 */
import type { DrugView } from '../../api/generated/schema';
import { drugName } from '../../ui/drugName';
import { strengthsText } from '../../ui/strength';

/** The strength on the label; the name where the register knows none. */
export function strengthOf(drug: Pick<DrugView, 'ingredients' | 'name'>): string {
  return strengthsText(drug.ingredients) || drugName(drug.name);
}

function amount(drug: DrugView): number {
  return Number.parseFloat(drug.ingredients[0]?.strength ?? '') || 0;
}

function labelOf(entry: DrugView): string {
  return [
    strengthOf(entry),
    ...entry.formulations,
    entry.container ?? '',
    '|',
    ...entry.administrations,
  ].join('·');
}

/** The choice that reads like the entry with this id. */
export function choiceOf(
  choices: readonly DrugView[],
  entries: readonly DrugView[],
  id: string | null,
): DrugView | undefined {
  const entry = entries.find((one) => one._id === id);
  return entry && choices.find((choice) => labelOf(choice) === labelOf(entry));
}

/** One drug for each different label, weakest first; a refillable entry wins its place. */
export function choicesOf(name: string, entries: readonly DrugView[]): DrugView[] {
  const exact = entries.filter((entry) => fold(entry.name) === fold(name));
  const byLabel = new Map<string, DrugView>();
  for (const entry of exact.length > 0 ? exact : entries) {
    const label = labelOf(entry);
    const kept = byLabel.get(label);
    if (!kept || (kept.filter.length > 0 && entry.filter.length === 0)) byLabel.set(label, entry);
  }
  return [...byLabel.values()].toSorted((a, b) => amount(a) - amount(b));
}

const STRENGTH = /\d[\d.,]*(?:\s*[/-]\s*\d[\d.,]*)*\s*(?:mcg|µg|mg|g|ml|%|units?)?(?=\s|$|[a-z])/i;

/** A suggested name with the strength that was typed beside the mistyped one. */
export function withStrengthOf(typed: string, name: string): string {
  const [strength] = STRENGTH.exec(typed) ?? [];
  return strength ? `${name} ${strength.trim()}` : name;
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
}
