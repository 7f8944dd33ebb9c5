// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Renewing from an earlier prescription: what is due, the lines an earlier
 * prescription gives a new request, and how much has changed since. Pure; the server works out when a supply ends.
 */
import type { PrescriptionView, Renewable, RequestedMedication } from '../../api/generated/schema';
import { isSameDrug } from './basket';
import { isChanged, lastUsage } from './usage';

/** What can be asked for now: due, still refillable, and not on its way already. */
export function dueRenewables(found: readonly Renewable[]): Renewable[] {
  return found.filter((one) => one.ready && one.selectable && one.underWay === null);
}

/** A supply that nothing is known of, or that ends soon, and that is not asked for already. */
export function isDue(one: Renewable | undefined): boolean {
  return one === undefined || (one.ready && one.underWay === null);
}

/** What is known of the supply of a line. */
export function supplyOf(
  found: readonly Renewable[],
  line: Pick<RequestedMedication, 'drugId' | 'name' | 'ingredients'>,
): Renewable | undefined {
  return found.find((one) => one.drugId === line.drugId) ?? found.find((one) => isSameDrug(one, line));
}

/** "Not due yet. 2 refills left. Runs out about Feb 18, 2027"; null when nothing is known. */
export function dueText(
  one: Renewable | undefined,
  today: string,
  shown: (day: string) => string,
): string | null {
  if (one === undefined) return null;
  const facts = supplyText(one, today, shown);
  const state = one.underWay === null ? (one.ready ? null : 'Not due yet') : 'Asked for already';
  const parts = [state, facts].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join('. ');
}

/** One group a prescription, in the order of what ends first. */
export function byPrescription(found: readonly Renewable[]): Renewable[][] {
  const groups = new Map<string, Renewable[]>();
  for (const one of found) groups.set(one.prescription, [...(groups.get(one.prescription) ?? []), one]);
  return [...groups.values()];
}

/** "1 refill left. Runs out about Feb 18, 2027", "Ran out about Nov 2, 2026"; null where nobody can tell. */
export function supplyText(one: Renewable, today: string, shown: (day: string) => string): string | null {
  const parts: string[] = [];
  if (one.refillsLeft === 0) parts.push('No refills left');
  else if (one.refillsLeft !== null)
    parts.push(`${one.refillsLeft} ${one.refillsLeft === 1 ? 'refill' : 'refills'} left`);
  if (one.runsOutOn !== null)
    parts.push(`${one.runsOutOn < today ? 'Ran out' : 'Runs out'} about ${shown(one.runsOutOn)}`);
  return parts.length === 0 ? null : parts.join('. ');
}

/** Where the draft says that it is a renewal, and of which prescription. */
export function renewalStep(prescriptionId: string): string {
  return `renew:${prescriptionId}`;
}

/** The lines of an earlier prescription as a new request asks for them: what was not rejected. */
export function linesOf(prescription: PrescriptionView): RequestedMedication[] {
  return prescription.medications
    .filter((line) => line.status !== 'Rejected')
    .map((line) => ({
      drugId: line.drugId,
      name: line.name,
      administrations: line.administrations,
      formulations: line.formulations,
      ingredients: line.ingredients,
      usages: line.usages.slice(-1),
    }));
}

/** A pharmacy had it, by fax or on paper. */
export function wasSupplied(prescription: Pick<PrescriptionView, 'statuses' | 'printed'>): boolean {
  return prescription.printed !== null || prescription.statuses.some((status) => status.code === 'FAXED');
}

interface Differences {
  changed: number;
  left: number;
  added: number;
}

/** How a request differs from the prescription it came from. */
export function renewalDifferences(
  now: readonly RequestedMedication[],
  before: readonly RequestedMedication[],
): Differences {
  const earlier = (line: RequestedMedication) => before.find((one) => isSameDrug(one, line));
  const changed = now.filter((line) => {
    const usage = lastUsage(line.usages);
    const was = earlier(line);
    const usedToBe = lastUsage(was?.usages ?? []);
    return usage && usedToBe && isChanged(usedToBe, usage);
  });
  return {
    changed: changed.length,
    left: before.filter((line) => !now.some((one) => isSameDrug(one, line))).length,
    added: now.filter((line) => !earlier(line)).length,
  };
}

/** "1 usage changed, 1 medication left out." */
export function differenceText({ changed, left, added }: Differences): string {
  const parts = [
    changed === 0 ? '' : `${changed} ${changed === 1 ? 'usage' : 'usages'} changed`,
    left === 0 ? '' : `${left} ${left === 1 ? 'medication' : 'medications'} not included`,
    added === 0 ? '' : `${added} ${added === 1 ? 'medication' : 'medications'} added`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'Nothing changed since your last prescription.' : `${parts.join(', ')}.`;
}
