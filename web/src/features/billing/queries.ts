// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is read of billing the plan: diagnoses, what is remembered for a class, bills, claims and remittance. */
import { apiQuery } from '../../api/client';
import type { Period } from './Period';

/** Two characters are enough to begin with: codes have three. */
export const DIAGNOSIS_MIN = 2;

/** Diagnoses by words or by code; not asked for before there is enough to search for. */
export function diagnosisSearch(name: string) {
  return {
    ...apiQuery('get', '/api/icd/name/{name}', { params: { path: { name } } }),
    enabled: name.length >= DIAGNOSIS_MIN,
    staleTime: 300_000,
  };
}

/** The diagnosis that is remembered for a class of medications; not asked for without a class. */
export function classDiagnosis(number: string | undefined) {
  const params = { path: { x: number ?? '' } };
  return {
    ...apiQuery('get', '/api/medication-bill/diagnosis-code/{x}', { params }),
    enabled: number !== undefined,
  };
}

interface ClassRequest {
  readonly limit: number;
  readonly cursor: string | null;
  readonly q: string;
}

/** The classes with their codes and questions. Without words to search for, `q` is left out. */
export function classList({ limit, cursor, q }: ClassRequest) {
  const query = { limit, cursor, q: q === '' ? undefined : q };
  return apiQuery('get', '/api/medication-bill', { params: { query } });
}

export function billQuery(id: string) {
  return apiQuery('get', '/api/tele-plan/bill/{id}', { params: { path: { id } } });
}

/** Files of claims and what waits. */
export function claimNumbers(limit: number, cursor: string | null) {
  return apiQuery('get', '/api/tele-plan/claim-numbers', { params: { query: { limit, cursor } } });
}

/** How far the latest pull is, what was set aside, and what the plan writes. */
export function statusRetrieved() {
  return apiQuery('get', '/api/tele-plan/status-retrieved');
}

interface LineRequest {
  readonly limit: number;
  readonly skip: number;
  readonly q: string;
  readonly kind: string;
  readonly ours?: boolean | undefined;
}

/** What is empty is left out. */
function lineQuery({ limit, skip, q, kind, ours }: LineRequest) {
  return { limit, skip, q: q === '' ? undefined : q, kind: kind === '' ? undefined : kind, ours };
}

export function remittanceList(asked: LineRequest) {
  return apiQuery('get', '/api/tele-plan/remittance', { params: { query: lineQuery(asked) } });
}

export function remittanceMonths({ months, last }: Period) {
  return apiQuery('get', '/api/tele-plan/remittance-months', { params: { query: { months, last } } });
}

export function balanceQuery({ months, last }: Period) {
  return apiQuery('get', '/api/tele-plan/balance', { params: { query: { months, last } } });
}

/** The lines of remittance that a person must look at. */
export function exceptionList(asked: LineRequest) {
  return apiQuery('get', '/api/tele-plan/remittance-exceptions', { params: { query: lineQuery(asked) } });
}

/** The bills that the plan refused or took back. */
export function problematicInvoices(limit: number, cursor: string | null) {
  return apiQuery('get', '/api/tele-plan/problematic-invoice-list', { params: { query: { limit, cursor } } });
}
