// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * "Add my current medications": which of them may be refilled. Those
 * the catalogue crosses out, or does not know, are left out and counted.
 */
import type { CurrentMedication, RequestedMedication } from '../../api/generated/schema';
import { refillFilters } from './commands';
import { emptyUsage } from './usage';

interface LoadedMedications {
  medications: RequestedMedication[];
  leftOut: number;
}

export async function loadCurrentMedications(
  taken: readonly CurrentMedication[],
): Promise<LoadedMedications> {
  if (taken.length === 0) return { medications: [], leftOut: 0 };
  const filters = await refillFilters(taken.map((one) => one.name));
  const medications = taken
    .filter((one, index) => Boolean(one.drugId) && filters[index]?.[0]?.status === undefined)
    .map(asInput);
  return { medications, leftOut: taken.length - medications.length };
}

function asInput(taken: CurrentMedication): RequestedMedication {
  const usage = taken.usages[taken.usages.length - 1] ?? emptyUsage();
  return {
    drugId: taken.drugId ?? null,
    name: taken.name,
    administrations: taken.administrations ?? [],
    formulations: taken.formulations ?? [],
    ingredients: taken.ingredients ?? [],
    usages: [usage],
  };
}

/** "2 added. 1 was not included because it cannot be refilled." */
export function loadedText(loaded: number, leftOut: number): string {
  const first = `${loaded} added.`;
  if (leftOut === 0) return first;
  return leftOut === 1
    ? `${first} 1 was not included because it cannot be refilled.`
    : `${first} ${leftOut} were not included because they cannot be refilled.`;
}
