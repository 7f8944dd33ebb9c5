// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The calls of the review: the pending list, the commands of commands.ts, and
 * signing, printing and refunding. Every answer is the newest view and takes
 * its place in the cache, so that two parts of the screen never disagree.
 * Faxing is the fax feature's.
 */
import { queryOptions, replaceEqualDeep, type QueryClient } from '@tanstack/react-query';

import { call, callBlob } from '../../../api/client';
import { ApiError } from '../../../api/failures';
import { keys } from '../../../api/queries';
import type { PrescriptionView } from '../../../api/types';
import { commandRequest, type Command, type Reviewer } from './commands';
import type { Strokes } from './strokes';

/** What staff has to look at for one patient (2-back-office §2). */
export function pendingPrescriptions(personId: string) {
  return queryOptions({
    queryKey: keys.pending(personId),
    queryFn: ({ signal }) =>
      call<PrescriptionView[]>('GET', `/prescription/pending/person/${personId}`, undefined, { signal }),
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
  return queryOptions({
    queryKey: keys.prescription(id),
    queryFn: ({ signal }) => call<PrescriptionView>('GET', `/prescription/${id}`, undefined, { signal }),
  });
}

/** Puts an answered view where every screen reads it. */
export function cachePrescription(client: QueryClient, view: PrescriptionView): void {
  client.setQueryData<PrescriptionView[]>(keys.pending(view.person._id), (list) =>
    list?.map((one) => (one._id === view._id ? view : one)),
  );
  client.setQueryData(keys.prescription(view._id), view);
}

/** Sends a command against the version the reviewer was looking at. */
export function sendCommand(
  command: Command,
  view: PrescriptionView,
  reviewer: Reviewer,
): Promise<PrescriptionView> {
  const { method, path, body } = commandRequest(command, view, reviewer);
  const key = keyOf(command, view);
  return call<PrescriptionView>(method, path, body, key === null ? {} : { idempotencyKey: key });
}

/**
 * An encounter is judged by no version, and it is recorded for good: the same one sent again, because no
 * answer came, is the same command.
 */
function keyOf(command: Command, view: PrescriptionView): string | null {
  if (command.kind !== 'encounter') return null;
  return ['encounter', view._id, command.how, command.start, command.end].join(' ');
}

/** The newest view out of a refusal because ours was stale, or null for any other refusal. */
export function staleAgainst(error: unknown): PrescriptionView | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return isPrescription(error.current) ? error.current : null;
}

function isPrescription(value: unknown): value is PrescriptionView {
  return typeof value === 'object' && value !== null && 'medications' in value && 'version' in value;
}

/** Signs the document that is on screen: drawn, or in ink after confirming the password. */
export async function signPrescription(
  view: PrescriptionView,
  proof: { strokes: Strokes } | { password: string },
  /** Doctors whose decisions the signer takes over. */
  takeOver: readonly string[] = [],
): Promise<PrescriptionView> {
  const answer = await call<{ prescription: PrescriptionView }>('PUT', '/prescription/sign', {
    prescriptionId: view._id,
    version: view.version,
    strokes: 'strokes' in proof ? proof.strokes : [],
    ...('password' in proof ? { password: proof.password } : {}),
    ...(takeOver.length > 0 ? { takeOver } : {}),
  });
  return answer.prescription;
}

/** Records that the prescription was printed, by whom and when (decision 53). */
export function recordPrint(view: PrescriptionView, idempotencyKey: string): Promise<PrescriptionView> {
  return call<PrescriptionView>(
    'PUT',
    '/prescription/print',
    { prescriptionId: view._id, personId: view.person._id },
    { idempotencyKey },
  );
}

/** The prescription pages: the signed bytes, or a preview marked as such before. */
export function documentQuery(view: PrescriptionView) {
  const version = view.signature
    ? view.signature.documentSha256
    : ['preview', view.version, ...view.medications.map((line) => line.version)].join('-');
  const query = view.signature ? '' : '?preview=true';
  return queryOptions({
    queryKey: ['document', 'prescription', view._id, version],
    queryFn: ({ signal }) => callBlob(`/prescription/document/${view._id}${query}`, { signal }),
  });
}

/**
 * Gives the rejected part of the charge back, then marks the prescription. When
 * the provider's answer is not known yet the mark is left to the server, which
 * learns of the outcome by itself.
 */
export async function refundPrescription(
  view: PrescriptionView,
): Promise<{ settled: boolean; undo: (() => Promise<void>) | null; view: PrescriptionView | null }> {
  const chargeId = view.payment?.chargeId;
  if (!chargeId) return { settled: false, undo: null, view: null };
  const answer = await call<{ state: string }>('PUT', '/payment/refund', {
    chargeId,
    amount: view.refundable,
  });
  if (answer.state === 'waiting') {
    const undo = async () => {
      await call<void>('PUT', '/payment/refund/undo', { chargeId });
    };
    return { settled: false, undo, view: null };
  }
  if (answer.state !== 'done') return { settled: false, undo: null, view: null };
  const marked = await call<PrescriptionView>('PUT', '/prescription/refund-success', {
    id: view._id,
    personId: view.person._id,
  });
  return { settled: true, undo: null, view: marked };
}
