// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What a patient does about prescriptions: saving the draft, the checks before sending, creating, sending
 * without a fee and cancelling. Deciding and signing are in the review folder, claiming in the queue's.
 */
import type { QueryClient } from '@tanstack/react-query';
import { api, withKey } from '../../api/client';
import type {
  DraftContent,
  DraftView,
  PrescriptionView,
  RequestedMedication,
} from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { prescriptionDetail, readDraftAfter } from './queries';

/** `leaving` lets the save outlive the page. */
export function saveDraft(
  content: DraftContent,
  version: number,
  leaving: boolean,
): Promise<Pick<DraftView, 'version'>> {
  const { medications, loadCurrent, step } = content;
  const pharmacy = content.pharmacy === null ? null : { _id: content.pharmacy._id };
  const save = api('put', '/api/prescription/draft', {
    body: { content: { medications, loadCurrent, step, pharmacy }, version },
    keepalive: leaving,
  });
  readDraftAfter(save);
  return save;
}

/** Whether the drug is in the basket, under its name or another brand's (decision 171). */
export function checkDuplicate(
  personId: string,
  drug: Pick<RequestedMedication, 'name' | 'ingredients' | 'administrations'>,
  medications: RequestedMedication[],
) {
  const { name, ingredients, administrations } = drug;
  return api('post', '/api/prescription/person/duplicate/{personId}', {
    params: { path: { personId } },
    body: { drug: { name, ingredients, administrations }, medications },
  });
}

/** How many more medications today (decision 85). */
export function checkNumber(personId: string, medications: RequestedMedication[]) {
  return api('post', '/api/prescription/medication/number/{personId}', {
    params: { path: { personId } },
    body: { prescriptionObj: { medications } },
  });
}

/** For each name what stands against refilling it, strictest first. */
export function refillFilters(names: string[]) {
  return api('post', '/api/drug/names', { body: { names } });
}

interface NewRequest {
  readonly medications: RequestedMedication[];
  readonly pharmacyId: string | null;
  readonly agreement: boolean[];
  readonly located: boolean;
  /** Nothing is charged: it goes to the doctors at once. */
  readonly free: boolean;
}

export function createPrescription(request: NewRequest, key: string): Promise<PrescriptionView> {
  const { medications, pharmacyId, agreement, located, free } = request;
  return api('post', free ? '/api/prescription/create-and-pending' : '/api/prescription', {
    body: {
      medications,
      pharmacy: { _id: pharmacyId ?? '' },
      agreement,
      locationConfirmed: located || undefined,
    },
    headers: withKey(key),
  });
}

/** Puts an answered prescription where its screen reads it; the lists are asked for again. */
export function cacheOwnPrescription(client: QueryClient, newest: PrescriptionView): void {
  client.setQueryData(prescriptionDetail(newest._id).queryKey, newest);
  void refresh(client, 'prescription');
}

/** A request made while a fee was due goes on without one, now that nothing is charged here. */
export function sendWithoutFee(id: string, personId: string, key: string): Promise<PrescriptionView> {
  return api('put', '/api/prescription/payment-completed', { body: { id, personId }, headers: withKey(key) });
}

/** Cancels what was seen: one that changed since, such as by a payment, is a conflict. */
export function cancelPrescription(
  { _id: prescriptionId, version, person }: PrescriptionView,
  key: string,
): Promise<PrescriptionView> {
  const body = { prescriptionId, personId: person._id, version };
  return api('put', '/api/prescription/cancel', { body, headers: withKey(key) });
}

/** Another pharmacy for a request that cannot be sent to its own; a doctor signs for it. */
export function namePharmacy(
  { _id, version }: Pick<PrescriptionView, '_id' | 'version'>,
  pharmacyId: string,
  key: string,
): Promise<PrescriptionView> {
  const body = { prescriptionId: _id, version, pharmacy: { _id: pharmacyId } };
  return api('put', '/api/prescription/pharmacy', { body, headers: withKey(key) });
}

/** Has a code sent to the person's cell phone. */
export function sendPhoneCode(id: string) {
  return api('get', '/api/person/verify-number/{id}', { params: { path: { id } } });
}

export function confirmPhoneCode(personId: string, verificationCode: string) {
  return api('post', '/api/person/verify-code/activate', { body: { personId, verificationCode } });
}
