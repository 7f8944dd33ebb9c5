// SPDX-License-Identifier: AGPL-3.0-or-later

// The calls of billing and the keys of what they bring.
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client';
import type {
  BalanceMonth,
  BillAnswer,
  BillView,
  ClaimNumber,
  ClaimNumbers,
  ClassDiagnosis,
  DiagnosisView,
  MedicationBillPage,
  MedicationBillView,
  ProblematicInvoices,
  PullStatus,
  Remittance,
  RemittanceList,
  RemittanceMonth,
  StatusRetrieved,
  TakenAgain,
} from '../../api/types';

export type BillWay = 'phone' | 'msg';

interface BillObj {
  readonly personId: string;
  readonly prescriptionId: string;
  readonly diagnosisCode: string;
  readonly serviceCode: string;
  readonly serviceStartTime: string;
  readonly serviceEndTime: string;
  readonly billWay: BillWay;
  /** The doctor who saw the patient; absent: as the record says. */
  readonly seenBy?: string;
}

export const billKeys = {
  diagnoses: (text: string) => ['diagnosis', text] as const,
  classCode: (number: string) => ['bill', 'class', number] as const,
  classes: (...more: unknown[]) => ['bill', 'classes', ...more] as const,
  bill: (id: string) => ['bill', 'one', id] as const,
};

/** Two characters are enough to begin with: codes have three. */
export const DIAGNOSIS_MIN = 2;

export function diagnosisSearch(text: string) {
  return queryOptions({
    queryKey: billKeys.diagnoses(text),
    queryFn: ({ signal }) =>
      call<DiagnosisView[]>('GET', `/icd/name/${encodeURIComponent(text)}`, undefined, { signal }),
    enabled: text.length >= DIAGNOSIS_MIN,
    staleTime: 300_000,
  });
}

export function classDiagnosis(number: string | undefined) {
  return queryOptions({
    queryKey: billKeys.classCode(number ?? ''),
    queryFn: ({ signal }) =>
      call<ClassDiagnosis>(
        'GET',
        `/medication-bill/diagnosis-code/${encodeURIComponent(number ?? '')}`,
        undefined,
        {
          signal,
        },
      ),
    enabled: number !== undefined,
  });
}

export function createBill(billObj: BillObj, idempotencyKey: string): Promise<BillAnswer> {
  return call<BillAnswer>('POST', '/tele-plan/bill', { billObj }, { idempotencyKey });
}

interface ForClass {
  readonly tc_ahfs_number: string;
  readonly diagnosisCode?: string | undefined;
  readonly question?: string | undefined;
  readonly version?: number | undefined;
}

interface Remembered {
  readonly message: string;
  readonly medicationBill: MedicationBillView;
}

/** Remembers a code or a question; one that stands there already is not replaced unseen. */
export function rememberForClass(body: ForClass, idempotencyKey?: string): Promise<Remembered> {
  return call<Remembered>('POST', '/medication-bill', body, idempotencyKey ? { idempotencyKey } : {});
}

/** The form of the Medication ICD page. */
export function saveClass(body: ForClass, idempotencyKey: string): Promise<Remembered> {
  return call<Remembered>('POST', '/medication-bill/add', body, { idempotencyKey });
}

export function forgetClass(id: string): Promise<unknown> {
  return call('DELETE', `/medication-bill/${encodeURIComponent(id)}`);
}

export function classList(ask: { limit: number; cursor: string | null; q: string }) {
  const query = new URLSearchParams({ limit: String(ask.limit) });
  if (ask.cursor !== null) query.set('cursor', ask.cursor);
  if (ask.q !== '') query.set('q', ask.q);
  return queryOptions({
    queryKey: billKeys.classes(ask.limit, ask.cursor, ask.q),
    queryFn: ({ signal }) =>
      call<MedicationBillPage>('GET', `/medication-bill?${query.toString()}`, undefined, { signal }),
  });
}

export function billQuery(id: string) {
  return queryOptions({
    queryKey: billKeys.bill(id),
    queryFn: ({ signal }) =>
      call<BillView>('GET', `/tele-plan/bill/${encodeURIComponent(id)}`, undefined, { signal }),
  });
}

/** Files of claims and what waits. */
export function claimNumbers(limit: number, skip: number) {
  return queryOptions({
    queryKey: ['bill', 'claims', limit, skip] as const,
    queryFn: ({ signal }) =>
      call<ClaimNumbers>('GET', `/tele-plan/claim-numbers?limit=${limit}&skip=${skip}`, undefined, {
        signal,
      }),
  });
}

export function sendUnsent(idempotencyKey: string): Promise<ClaimNumber> {
  return call<ClaimNumber>('POST', '/tele-plan/send-unsent-bills', {}, { idempotencyKey });
}

export function statusRetrieved() {
  return queryOptions({
    queryKey: ['bill', 'status'] as const,
    queryFn: ({ signal }) =>
      call<StatusRetrieved>('GET', '/tele-plan/status-retrieved', undefined, { signal }),
  });
}

export function pullLatest(idempotencyKey: string): Promise<PullStatus> {
  return call<PullStatus>('POST', '/tele-plan/pull-latest-remittance', {}, { idempotencyKey });
}

/** Takes a file again that was set aside; `allTheSame` takes it with what is there. */
export function retryFile(id: string, allTheSame: boolean, idempotencyKey: string): Promise<TakenAgain> {
  return call<TakenAgain>(
    'POST',
    `/tele-plan/remittance-files/${encodeURIComponent(id)}/take-again`,
    { allTheSame },
    { idempotencyKey },
  );
}

export function remittanceList(limit: number, skip: number) {
  return queryOptions({
    queryKey: ['bill', 'remittance', limit, skip] as const,
    queryFn: ({ signal }) =>
      call<RemittanceList>('GET', `/tele-plan/remittance?limit=${limit}&skip=${skip}`, undefined, { signal }),
  });
}

export function remittanceMonths() {
  return queryOptions({
    queryKey: ['bill', 'months'] as const,
    queryFn: ({ signal }) =>
      call<RemittanceMonth[]>('GET', '/tele-plan/remittance-months?months=12', undefined, { signal }),
  });
}

export function balanceQuery() {
  return queryOptions({
    queryKey: ['bill', 'balance'] as const,
    queryFn: ({ signal }) =>
      call<BalanceMonth[]>('GET', '/tele-plan/balance?months=12', undefined, { signal }),
  });
}

export function exceptionList() {
  return queryOptions({
    queryKey: ['bill', 'exceptions'] as const,
    queryFn: ({ signal }) =>
      call<RemittanceList>('GET', '/tele-plan/remittance-exceptions?limit=50', undefined, { signal }),
  });
}

/** Without a folio: the line belongs to no bill of ours. */
export function settleException(id: string, folio: string, idempotencyKey: string): Promise<Remittance> {
  const body = folio === '' ? {} : { folio };
  return call<Remittance>('PUT', `/tele-plan/remittance-exceptions/${encodeURIComponent(id)}`, body, {
    idempotencyKey,
  });
}

export function problematicInvoices(limit: number, skip: number) {
  return queryOptions({
    queryKey: ['bill', 'problems', limit, skip] as const,
    queryFn: ({ signal }) =>
      call<ProblematicInvoices>(
        'GET',
        `/tele-plan/problematic-invoice-list?limit=${limit}&skip=${skip}`,
        undefined,
        { signal },
      ),
  });
}

interface BillChange {
  readonly diagnosisCode: string;
  readonly serviceCode: string;
  readonly serviceStartTime: string;
  readonly serviceEndTime: string;
  readonly note: string | null;
}

export function changeBill(id: string, billObj: BillChange, version: number, idempotencyKey: string) {
  return call<BillView>(
    'PUT',
    `/tele-plan/bill/${encodeURIComponent(id)}`,
    { billObj, version },
    { idempotencyKey },
  );
}

export function resubmitBill(id: string, version: number, idempotencyKey: string): Promise<BillView> {
  return call<BillView>(
    'PUT',
    `/tele-plan/bill/${encodeURIComponent(id)}/resubmit`,
    { version },
    { idempotencyKey },
  );
}

export function changeTeleplanPassword(password: string, confirm: string, idempotencyKey: string) {
  return call<{ message: string }>('POST', '/tele-plan/password', { password, confirm }, { idempotencyKey });
}
