// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What is read of prescriptions: the draft, the fee, one prescription, the lists, what can be renewed and
 * what was prescribed before. Writing is in commands.ts, money in the payments feature.
 */
import { queryOptions } from '@tanstack/react-query';
import { api, apiQuery } from '../../api/client';
import type { CreatedSort, PrescriptionStatus, RequestedMedication } from '../../api/generated/schema';
import type { Decided } from './decided';

/** A form that opens while the one before is still saving reads after it. */
let lastSave: Promise<unknown> = Promise.resolve();

/** Has the draft read no earlier than this save ends. A refusal is the autosave's business. */
export function readDraftAfter(save: Promise<unknown>): void {
  lastSave = save.catch(() => undefined);
}

async function readDraft({ signal }: { readonly signal: AbortSignal }) {
  await lastSave;
  return api('get', '/api/prescription/draft', { signal });
}

export function prescriptionDraft() {
  return queryOptions({
    ...apiQuery('get', '/api/prescription/draft'),
    queryFn: readDraft,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** The draft as the dashboard mentions it; the form reads its own. */
export function draftBegun() {
  return queryOptions({ queryKey: ['draft-begun'], queryFn: readDraft, staleTime: 0, gcTime: 0 });
}

/** The fee of so many medications; the amount always comes from the server. */
export function feeQuote(medications: number) {
  return {
    ...apiQuery('post', '/api/prescription/fee', { body: { medications } }),
    enabled: medications > 0,
    staleTime: 60_000,
  };
}

/** How many medications can still be asked for today, over all requests and accounts: the server counts. */
export function leftToday(personId: string, unlimited: boolean) {
  return queryOptions({
    ...apiQuery('post', '/api/prescription/medication/number/{personId}', {
      params: { path: { personId } },
      body: { prescriptionObj: { medications: [] } },
    }),
    enabled: !unlimited,
    // Another tab may have asked for some: counted anew each time a form opens.
    gcTime: 0,
  });
}

/** What a patient is told of each line of a request, in the order of the lines. */
export function requestMarks(personId: string, medications: readonly RequestedMedication[]) {
  const lines = medications.map((line) => [line.drugId, line.usages.at(-1)]);
  return queryOptions({
    queryKey: ['request-marks', personId, lines],
    queryFn: ({ signal }) =>
      api('post', '/api/prescription/medication/marks/{personId}', {
        params: { path: { personId } },
        body: { medications: [...medications] },
        signal,
      }),
    enabled: medications.length > 0,
    staleTime: 60_000,
    // They are a help beside the form: no answer is no reason to trouble anybody.
    retry: false,
  });
}

export function prescriptionDetail(id: string) {
  return { ...apiQuery('get', '/api/prescription/{id}', { params: { path: { id } } }), enabled: id !== '' };
}

export interface PageRequest {
  readonly limit: number;
  readonly cursor: string | null;
  readonly sort: CreatedSort;
}

export function prescriptionHistory(personId: string, { limit, sort, cursor }: PageRequest) {
  const params = { path: { personId }, query: { limit, sort, cursor } };
  return apiQuery('get', '/api/prescription/person/{personId}', { params });
}

/** Every patient's faxed or refunded requests, for staff. */
export function finishedPrescriptions({ limit, cursor }: PageRequest) {
  return apiQuery('get', '/api/prescription/faxed-or-refunded', { params: { query: { limit, cursor } } });
}

interface ClinicRequest extends PageRequest {
  readonly status: PrescriptionStatus | null;
  readonly q: string;
  readonly decided: Decided;
}

/**
 * Every prescription of the clinic: by state, by number, of the patients a name finds, by the day of the decision, and
 * what is late alone.
 */
export function clinicPrescriptions({ status, q, decided, ...page }: ClinicRequest) {
  const { isLate, from, to } = decided;
  const query = {
    ...page,
    status: status ?? undefined,
    q: q || undefined,
    late: isLate || undefined,
    from,
    to,
  };
  return apiQuery('get', '/api/prescription', { params: { query } });
}

export function invoiceOf(id: string) {
  const params = { path: { id } };
  return { ...apiQuery('get', '/api/prescription/invoice/{id}', { params }), enabled: id !== '' };
}

/** The official receipt, as a PDF. */
export function receiptOf(id: string): Promise<Blob> {
  return api('get', '/api/prescription/receipt/{id}', { params: { path: { id } }, parseAs: 'blob' });
}

/** What a patient could ask for again, and when each supply ends. */
export function renewableList(personId: string) {
  return apiQuery('get', '/api/prescription/renewable/{personId}', { params: { path: { personId } } });
}

/** As many prescriptions as are looked through beside a line. */
const PAST_LIMIT = 50;

/**
 * What was prescribed to somebody before. Asked once an opening, and by no live event: what is past hardly
 * changes, and asking again would be one more line in the patient's access log.
 */
export function pastPrescriptions(personId: string) {
  const params = { path: { personId }, query: { limit: PAST_LIMIT } };
  return queryOptions({
    // Not the key of the list: refresh.ts knows that one.
    queryKey: ['beside', personId],
    queryFn: ({ signal }) => api('get', '/api/prescription/person/{personId}', { params, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
