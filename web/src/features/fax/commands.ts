// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What is done with faxes and with the copies of a prescription. Sending, polling and retrying are the
 * server's; each command has the key of its press, so that a pharmacy never gets two.
 */
import { api, withKey } from '../../api/client';
import type {
  FaxRow,
  NewClarification,
  PrescriptionView,
  RecordHandOver,
  VoidCopy,
  VoidTold,
} from '../../api/generated/schema';

/**
 * Queues the fax. The number and the pages are the server's own (decisions 96,
 * 97 and 140), so nothing but the prescription is named.
 */
export function queuePrescriptionFax({ _id, version }: PrescriptionView, key: string) {
  const headers = withKey(key, version);
  return api('post', '/api/fax/queue-prescription-fax', { body: { prescriptionId: _id }, headers });
}

/** Records that the pharmacy said by telephone that this number is its own; refused when another stands there now. */
export function verifyNumber(prescriptionId: string, number: string, key: string) {
  const headers = withKey(key);
  return api('put', '/api/prescription/verify-number', { body: { prescriptionId, number }, headers });
}

/** Takes a fax back that has not left; refused when it has. */
export async function undoFax(id: string): Promise<void> {
  await api('put', '/api/fax/{id}/undo', { params: { path: { id } } });
}

/** One more copy of what was sent. */
export function sendAgain({ _id: id, version }: FaxRow, key: string) {
  return api('put', '/api/fax/{id}/again', {
    params: { path: { id } },
    body: { version },
    headers: withKey(key),
  });
}

/** Records the word of the pharmacy that the fax is there. */
export function confirmArrival({ _id: id, version }: FaxRow, note: string, key: string) {
  return api('put', '/api/fax/{id}/confirm', {
    params: { path: { id } },
    body: { version, note },
    headers: withKey(key),
  });
}

/** Records what was said with the pharmacy. */
export function writeEntry({ faxId, kind, text, needsDoctor }: NewClarification, key: string) {
  return api('post', '/api/fax/clarification', {
    body: { faxId, kind, text, needsDoctor },
    headers: withKey(key),
  });
}

type OfCopy<Input extends { prescriptionId: string }> = Omit<Input, 'prescriptionId'>;

/** Voids a copy, so that the prescription can be issued again. */
export function voidCopy(prescriptionId: string, wish: OfCopy<VoidCopy>, key: string) {
  return api('put', '/api/prescription/void', { body: { prescriptionId, ...wish }, headers: withKey(key) });
}

/** Records by telephone call that the old pharmacy knows, while a cancellation waits. */
export function recordPharmacyInformed(prescriptionId: string, told: OfCopy<VoidTold>, key: string) {
  const headers = withKey(key);
  return api('put', '/api/prescription/void-told', { body: { prescriptionId, ...told }, headers });
}

/** Records what became of paper. */
export function recordHandedOver(prescriptionId: string, handed: OfCopy<RecordHandOver>, key: string) {
  const headers = withKey(key);
  return api('put', '/api/prescription/handed-over', { body: { prescriptionId, ...handed }, headers });
}
