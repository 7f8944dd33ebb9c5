// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is read of sleep studies: the information, the clinics, the orders and their sheets. */
import { queryOptions } from '@tanstack/react-query';
import { api, apiQuery } from '../../api/client';
import type { SleepAssessmentView } from '../../api/generated/schema';

/** Every version of a patient's answers, the newest first. */
export function sleepInfos(personId: string) {
  return apiQuery('get', '/api/sleep-info/person/{id}', { params: { path: { id: personId } } });
}

export function sleepClinics() {
  return apiQuery('get', '/api/sleep-clinic');
}

function ordersOf(personId: string) {
  return { params: { path: { id: personId } } };
}

/** All orders of a patient. */
export function sleepOrders(personId: string) {
  return apiQuery('get', '/api/sleep-assessment/person/{id}', ordersOf(personId));
}

/** The newest state of the orders, asked while the outcome of a payment is unknown. */
export function readSleepOrders(personId: string) {
  return api('get', '/api/sleep-assessment/person/{id}', ordersOf(personId));
}

/** The anonymous sheet of what would be ordered; nothing is changed by asking for it. */
export function sleepPreview(infoId: string, clinicId: string) {
  return {
    ...apiQuery('post', '/api/sleep-assessment/preview', {
      body: { sleepInfoObj: { _id: infoId }, sleepClinicObj: { _id: clinicId } },
      parseAs: 'blob',
    }),
    staleTime: Number.POSITIVE_INFINITY,
  };
}

/** The sheet that was made with the order. */
export function sleepDocument(id: string) {
  return {
    ...apiQuery('get', '/api/sleep-assessment/document/{id}', { params: { path: { id } }, parseAs: 'blob' }),
    staleTime: Number.POSITIVE_INFINITY,
  };
}

/** What was paid, as the paper for employers and insurers. */
export function sleepReceipt({ _id: id, status }: SleepAssessmentView) {
  const paper = apiQuery('get', '/api/sleep-assessment/receipt/{id}', {
    params: { path: { id } },
    parseAs: 'blob',
  });
  return queryOptions({ ...paper, queryKey: [...paper.queryKey, status] });
}
