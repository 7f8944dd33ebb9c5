// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What the review reads: the pending list, one prescription, its pages, what a line would say. An answered
 * view takes its place in the cache, so that two parts of the screen never disagree. Faxing is the fax feature's.
 */
import { queryOptions, replaceEqualDeep, type QueryClient } from '@tanstack/react-query';

import { apiQuery } from '../../../api/client';
import { ApiError } from '../../../api/failures';
import type { MedicationView, PrescriptionView, Usage } from '../../../api/generated/schema';
import { isBlank } from '../../../ui/forms/blank';
import { typedTotal } from './lines';

/** What staff has to look at for one patient (2-back-office §2). */
export function pendingPrescriptions(personId: string) {
  const params = { path: { personId } };
  return queryOptions({
    ...apiQuery('get', '/api/prescription/pending/person/{personId}', { params }),
    structuralSharing: (before, after) => replaceEqualDeep(before, neverBack(before, after)),
  });
}

/** Whether the clinic still has something to do on it. */
export function isOpen(prescription: Pick<PrescriptionView, 'work'>): boolean {
  return prescription.work !== null;
}

/** What is open first; each part keeps its order. */
export function openFirst(all: readonly PrescriptionView[]): PrescriptionView[] {
  return [...all.filter(isOpen), ...all.filter((one) => !isOpen(one))];
}

/** A list that was on its way while a step was answered may be older than the answer: versions never go back. */
function neverBack(before: unknown, after: unknown): unknown {
  if (!Array.isArray(before) || !Array.isArray(after)) return after;
  const known: unknown[] = before;
  return after.map((one: unknown) =>
    isPrescription(one)
      ? (known.filter(isPrescription).find((old) => old._id === one._id && old.version > one.version) ?? one)
      : one,
  );
}

/** One prescription that a link leads to, though it is no longer pending. */
export function prescriptionQuery(id: string) {
  return apiQuery('get', '/api/prescription/{id}', { params: { path: { id } } });
}

/** Puts an answered view where every screen reads it. */
export function cachePrescription(client: QueryClient, view: PrescriptionView): void {
  client.setQueryData(pendingPrescriptions(view.person._id).queryKey, (list) =>
    list?.map((one) => (one._id === view._id ? view : one)),
  );
  client.setQueryData(prescriptionQuery(view._id).queryKey, view);
}

/** The newest view out of a refusal because ours was stale, or null for any other refusal. */
export function staleAgainst(error: unknown): PrescriptionView | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return isPrescription(error.current) ? error.current : null;
}

function isPrescription(value: unknown): value is PrescriptionView {
  return typeof value === 'object' && value !== null && 'medications' in value && 'version' in value;
}

/** The prescription pages: the signed bytes, or a preview marked as such before. */
export function documentQuery(view: PrescriptionView) {
  const state = view.signature
    ? view.signature.documentSha256
    : ['preview', view.version, ...view.medications.map((line) => line.version)].join('-');
  const params = { path: { id: view._id }, query: { preview: view.signature ? undefined : true } };
  const asked = apiQuery('get', '/api/prescription/document/{id}', { params, parseAs: 'blob' });
  return queryOptions({ ...asked, queryKey: [...asked.queryKey, state] });
}

/** A line while somebody edits it. */
export type EditedLine = {
  drug: Pick<MedicationView, 'name' | 'ingredients' | 'administrations' | 'formulations' | 'container'>;
  usage: Usage;
  total: string;
  supplyReason: string;
};

/** What the line would say, and why it could not be signed; with what its total was typed for. */
export function lineDirections(line: MedicationView, { drug, usage, total, supplyReason }: EditedLine) {
  const earlier = line.usages.at(-1);
  const typed = typedTotal(line);
  return apiQuery('post', '/api/prescription/medication/directions', {
    body: {
      name: drug.name,
      ingredients: drug.ingredients,
      formulations: drug.formulations,
      administrations: drug.administrations,
      container: drug.container ?? null,
      usage,
      toDispense: total.trim() || null,
      supplyReason: isBlank(supplyReason) ? null : supplyReason.trim(),
      before:
        typed === '' || earlier === undefined
          ? null
          : {
              name: line.name,
              ingredients: line.ingredients,
              formulations: line.formulations,
              usage: earlier,
              toDispense: typed,
            },
    },
  });
}
