// SPDX-License-Identifier: AGPL-3.0-or-later

// What a filter on a class would do, with its exceptions: a drug escapes when all of its ingredients are
// excepted, each by its name or by the part before the salt in brackets. The server judges by the same rule.
import type { ClassPreview } from '../../api/generated/schema';

function moiety(name: string): string {
  return name.split('(')[0]?.trim() ?? name;
}

function isExcepted(name: string, excepted: readonly string[]): boolean {
  return excepted.some((one) => one === name || one === moiety(name));
}

/** Drugs that the filter touches. */
export function affectedDrugCount(preview: ClassPreview, excepted: readonly string[]): number {
  return preview.groups
    .filter(
      ({ activeIngredients }) =>
        activeIngredients.length === 0 || !activeIngredients.every((name) => isExcepted(name, excepted)),
    )
    .reduce((sum, { drugs }) => sum + drugs, 0);
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** "This crosses out 265 drugs, these 24 ingredients." */
export function effectText(preview: ClassPreview, verb: string, excepted: readonly string[]): string {
  const whole = preview.drugs;
  if (whole === 0) return 'No drugs in the catalogue belong to this class.';
  if (excepted.length === 0)
    return `This ${verb} ${counted(whole, 'drug')}, these ${counted(preview.activeIngredients.length, 'ingredient')}.`;
  return `With ${counted(excepted.length, 'exception')} this ${verb} ${affectedDrugCount(preview, excepted)} of ${counted(whole, 'drug')}.`;
}
