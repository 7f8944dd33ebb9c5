// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The patient's own medications, to be asked for again with one tap: what was prescribed here before, and which
 * of the recorded ones may be refilled. Those the catalogue crosses out, or does not know, are left out and named.
 */
import { queryOptions } from '@tanstack/react-query';
import type { CurrentMedication, Renewable, RequestedMedication } from '../../api/generated/schema';
import { refillFilters } from './commands';
import { supplyOf } from './renewals';
import { emptyUsage } from './usage';

export interface LoadedMedications {
  medications: RequestedMedication[];
  /** What cannot be refilled here, or is recorded in one's own words. */
  leftOut: CurrentMedication[];
}

export async function loadCurrentMedications(
  taken: readonly CurrentMedication[],
): Promise<LoadedMedications> {
  if (taken.length === 0) return { medications: [], leftOut: [] };
  const filters = await refillFilters(taken.map((one) => one.name));
  const loads = (one: CurrentMedication, index: number) =>
    Boolean(one.drugId) && filters[index]?.[0]?.status === undefined;
  return {
    medications: taken.filter(loads).map(asInput),
    leftOut: taken.filter((one, index) => !loads(one, index)),
  };
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

/** Asked once an opening of the form: what may be refilled hardly changes. */
export function refillableOf(taken: readonly CurrentMedication[]) {
  return queryOptions({
    queryKey: ['refillable', taken.map((one) => [one.drugId, one.name, one.usages.at(-1)])],
    queryFn: () => loadCurrentMedications(taken),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** A medication of the patient's own, as it would be asked for again. */
export interface OwnMedication {
  readonly line: RequestedMedication;
  /** What is known of its supply; of one that is only recorded nothing is. */
  readonly supply: Renewable | undefined;
}

/** What was prescribed here before, in the order of what ends first, then what is recorded besides. */
export function ownMedications(
  supplied: readonly Renewable[],
  recorded: readonly RequestedMedication[],
): OwnMedication[] {
  const before = supplied.filter((one) => one.selectable).map((supply) => ({ line: lineOf(supply), supply }));
  const besides = recorded.filter((line) => supplyOf(supplied, line) === undefined);
  return [...before, ...besides.map((line) => ({ line, supply: undefined }))];
}

function lineOf({ drugId, name, administrations, formulations, ingredients, usage }: Renewable) {
  return { drugId, name, administrations, formulations, ingredients, usages: [usage] };
}

/** "2 added. 1 was not included because it cannot be refilled." */
export function loadedText(loaded: number, leftOut: number): string {
  const first = `${loaded} added.`;
  if (leftOut === 0) return first;
  return leftOut === 1
    ? `${first} 1 was not included because it cannot be refilled.`
    : `${first} ${leftOut} were not included because they cannot be refilled.`;
}
