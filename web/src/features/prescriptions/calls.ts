// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The patient's calls about prescriptions: the draft, the checks before sending,
 * creation, history, detail and cancelling. Deciding and faxing belong to the
 * review folder, money to the payments feature.
 */
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client';
import { keys } from '../../api/queries';
import type {
  DraftAnswer,
  DrugFilter,
  FeeQuote,
  Invoice,
  MedicationInput,
  MedicationNumberAnswer,
  PagedList,
  PrescriptionView,
  RequestDraft,
} from '../../api/types';

interface CreateRequest {
  medications: MedicationInput[];
  pharmacy: { _id: string };
  agreement: boolean[];
  locationConfirmed?: boolean;
}

export function prescriptionDraft() {
  return queryOptions({
    queryKey: keys.draft,
    queryFn: async ({ signal }) => {
      await lastSave;
      return call<DraftAnswer>('GET', '/prescription/draft', undefined, { signal });
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** A form that opens while the one before is still saving reads after it. */
let lastSave: Promise<unknown> = Promise.resolve();

/** `leaving` lets the save outlive the page. */
export function saveDraft(
  content: RequestDraft,
  version: number,
  leaving: boolean,
): Promise<{ version: number }> {
  const pharmacy = content.pharmacy === null ? null : { _id: content.pharmacy._id };
  const save = call<{ version: number }>(
    'PUT',
    '/prescription/draft',
    { content: { ...content, pharmacy }, version },
    { keepalive: leaving },
  );
  // A refusal is the autosave's business; here only its end matters.
  lastSave = save.catch(() => undefined);
  return save;
}

/** The fee of so many medications; the amount always comes from the server. */
export function feeQuote(medications: number) {
  return queryOptions({
    queryKey: ['fee', medications],
    queryFn: ({ signal }) => call<FeeQuote>('POST', '/prescription/fee', { medications }, { signal }),
    enabled: medications > 0,
    staleTime: 60_000,
  });
}

/** Is the drug in the basket or in another request of the same day? */
export function checkDuplicate(
  personId: string,
  drug: Pick<MedicationInput, 'name' | 'ingredients'>,
  medications: MedicationInput[],
): Promise<{ isDrugExisted: boolean }> {
  return call<{ isDrugExisted: boolean }>('POST', `/prescription/person/duplicate/${personId}`, {
    drug: { name: drug.name, ingredients: drug.ingredients },
    medications,
  });
}

/** How many more medications today (decision 85). */
export function checkNumber(
  personId: string,
  medications: MedicationInput[],
): Promise<MedicationNumberAnswer> {
  return call('POST', `/prescription/medication/number/${personId}`, {
    prescriptionObj: { medications },
  });
}

/** POST /drug/names: for each name what stands against refilling it, strictest first. */
export function refillFilters(names: string[]): Promise<DrugFilter[][]> {
  return call('POST', '/drug/names', { names });
}

export function createPrescription(
  body: CreateRequest,
  free: boolean,
  idempotencyKey: string,
): Promise<PrescriptionView> {
  return free
    ? call<PrescriptionView>('POST', '/prescription/create-and-pending', body, { idempotencyKey })
    : call<PrescriptionView>('POST', '/prescription', body, { idempotencyKey });
}

/** A request made while a fee was due goes on without one, now that nothing is charged here. */
export function sendWithoutFee(
  id: string,
  personId: string,
  idempotencyKey: string,
): Promise<PrescriptionView> {
  return call<PrescriptionView>(
    'PUT',
    '/prescription/payment-completed',
    { id, personId },
    { idempotencyKey },
  );
}

export function sendPhoneCode(personId: string): Promise<{ message: string }> {
  return call<{ message: string }>('GET', `/person/verify-number/${personId}`);
}

export function confirmPhoneCode(
  personId: string,
  verificationCode: string,
): Promise<{ data: { activate: number }; message: string }> {
  return call('POST', '/person/verify-code/activate', { personId, verificationCode });
}

export function prescriptionDetail(id: string) {
  return queryOptions({
    queryKey: keys.prescription(id),
    queryFn: ({ signal }) => call<PrescriptionView>('GET', `/prescription/${id}`, undefined, { signal }),
    enabled: id !== '',
  });
}

interface HistoryPage {
  limit: number;
  cursor: string | null;
  sort: string;
}

export function prescriptionHistory(personId: string, page: HistoryPage) {
  const query = new URLSearchParams({ limit: String(page.limit), sort: page.sort });
  if (page.cursor) query.set('cursor', page.cursor);
  return queryOptions({
    queryKey: [...keys.prescriptions(personId), page.limit, page.sort, page.cursor],
    queryFn: ({ signal }) =>
      call<PagedList<PrescriptionView>>('GET', `/prescription/person/${personId}?${query}`, undefined, {
        signal,
      }),
  });
}

/** Every patient's faxed or refunded requests, for staff. */
export function finishedPrescriptions(page: HistoryPage) {
  const query = new URLSearchParams({ limit: String(page.limit) });
  if (page.cursor) query.set('cursor', page.cursor);
  return queryOptions({
    queryKey: ['prescription', 'finished', page.limit, page.cursor],
    queryFn: ({ signal }) =>
      call<PagedList<PrescriptionView>>('GET', `/prescription/faxed-or-refunded?${query}`, undefined, {
        signal,
      }),
  });
}

/** Every prescription of the clinic: by state, by number, or of the patients a name finds. */
export function clinicPrescriptions(page: HistoryPage & { status: string; q: string }) {
  const query = new URLSearchParams({ limit: String(page.limit), sort: page.sort });
  if (page.cursor) query.set('cursor', page.cursor);
  if (page.status !== '') query.set('status', page.status);
  if (page.q !== '') query.set('q', page.q);
  return queryOptions({
    queryKey: ['prescription', 'clinic', page.limit, page.cursor, page.sort, page.status, page.q],
    queryFn: ({ signal }) =>
      call<PagedList<PrescriptionView>>('GET', `/prescription?${query}`, undefined, { signal }),
  });
}

export function cancelPrescription(
  prescriptionId: string,
  personId: string,
  idempotencyKey: string,
): Promise<PrescriptionView> {
  return call<PrescriptionView>(
    'PUT',
    '/prescription/cancel',
    { prescriptionId, personId },
    { idempotencyKey },
  );
}

export function invoiceOf(id: string) {
  return queryOptions({
    queryKey: ['prescription', 'invoice', id],
    queryFn: ({ signal }) => call<Invoice>('GET', `/prescription/invoice/${id}`, undefined, { signal }),
    enabled: id !== '',
  });
}
