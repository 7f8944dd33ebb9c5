// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Sleep studies: the information (each save a new version), the clinics, and the
 * orders with their sheets. Every call may be repeated with the same key without a
 * second order or charge.
 */
import { queryOptions } from '@tanstack/react-query';
import { call, callBlob, postBlob } from '../../api/client';
import { keys } from '../../api/queries';
import type { PaymentOrder, SleepAssessment, SleepClinic, SleepInfo } from '../../api/types';
import type { SleepInput } from './form';

export function sleepInfos(personId: string) {
  return queryOptions({
    queryKey: keys.sleepInfos(personId),
    queryFn: ({ signal }) =>
      call<SleepInfo[]>('GET', `/sleep-info/person/${personId}`, undefined, { signal }),
  });
}

export function saveSleepInfo(input: SleepInput, idempotencyKey: string): Promise<SleepInfo> {
  return call<SleepInfo>('POST', '/sleep-info', input, { idempotencyKey });
}

export function sleepClinics() {
  return queryOptions({
    queryKey: keys.sleepClinics,
    queryFn: ({ signal }) => call<SleepClinic[]>('GET', '/sleep-clinic', undefined, { signal }),
  });
}

export function sleepOrders(personId: string) {
  return queryOptions({
    queryKey: keys.sleepOrders(personId),
    queryFn: ({ signal }) => readSleepOrders(personId, signal),
  });
}

export function readSleepOrders(personId: string, signal?: AbortSignal): Promise<SleepAssessment[]> {
  return call<SleepAssessment[]>('GET', `/sleep-assessment/person/${personId}`, undefined, { signal });
}

/** The same answers at the same clinic are one order, however often this is called. */
export function orderSleepTest(
  infoId: string,
  clinicId: string,
  idempotencyKey: string,
): Promise<SleepAssessment> {
  return call<SleepAssessment>(
    'POST',
    '/sleep-assessment',
    { sleepInfoObj: { _id: infoId }, sleepClinicObj: { _id: clinicId } },
    { idempotencyKey },
  );
}

export function cancelSleepOrder(id: string, idempotencyKey: string): Promise<SleepAssessment> {
  return call<SleepAssessment>('PUT', '/sleep-assessment/cancel', { id }, { idempotencyKey });
}

/** By card, or by an order that was approved at the wallet. */
export function paySleepOrder(
  id: string,
  amount: number,
  by: { stripeTokenId: string } | { orderID: string },
  idempotencyKey: string,
): Promise<SleepAssessment> {
  return call<SleepAssessment>('PUT', '/sleep-assessment/set-pay', { id, amount, ...by }, { idempotencyKey });
}

export function startSleepWalletOrder(
  sleepAssessmentId: string,
  idempotencyKey: string,
): Promise<PaymentOrder> {
  return call<PaymentOrder>('POST', '/payment/order', { sleepAssessmentId }, { idempotencyKey });
}

export function completeSleepOrder(
  id: string,
  personId: string,
  paymentId: string,
  idempotencyKey: string,
): Promise<SleepAssessment> {
  return call<SleepAssessment>(
    'PUT',
    '/sleep-assessment/payment-completed',
    { id, personId, paymentId },
    { idempotencyKey },
  );
}

/** The anonymous sheet of what would be ordered. */
export function sleepPreview(infoId: string, clinicId: string) {
  return queryOptions({
    queryKey: keys.sleepPreview(infoId, clinicId),
    queryFn: ({ signal }) =>
      postBlob(
        '/sleep-assessment/preview',
        { sleepInfoObj: { _id: infoId }, sleepClinicObj: { _id: clinicId } },
        { signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The sheet that was made with the order. */
export function sleepDocument(id: string) {
  return queryOptions({
    queryKey: keys.sleepPreview(id),
    queryFn: ({ signal }) => callBlob(`/sleep-assessment/document/${id}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What was paid, as the paper for employers and insurers. */
export function sleepReceipt(order: SleepAssessment) {
  return queryOptions({
    queryKey: keys.sleepPreview(order._id, 'receipt', order.status),
    queryFn: ({ signal }) => callBlob(`/sleep-assessment/receipt/${order._id}`, { signal }),
  });
}
