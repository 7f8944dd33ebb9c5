// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What patients do with sleep studies: save the information (each save is a new
 * version), order, pay, withdraw. Every call may be repeated with the same key
 * without a second order or charge.
 */
import { api, withKey } from '../../api/client';
import type { SleepAssessmentView } from '../../api/generated/schema';
import type { SleepInput } from './form';

export function saveSleepInfo(input: SleepInput, key: string) {
  return api('post', '/api/sleep-info', { body: input, headers: withKey(key) });
}

/** The same answers at the same clinic are one order, however often this is called. */
export function orderSleepTest(infoId: string, clinicId: string, key: string) {
  return api('post', '/api/sleep-assessment', {
    body: { sleepInfoObj: { _id: infoId }, sleepClinicObj: { _id: clinicId } },
    headers: withKey(key),
  });
}

/** Cancels what was seen: one that changed since, such as by a payment, is a conflict. */
export function cancelSleepOrder({ _id: id, version }: SleepAssessmentView, key: string) {
  return api('put', '/api/sleep-assessment/cancel', { body: { id, version }, headers: withKey(key) });
}

/** By card, or by an order that was approved at the wallet. */
export function paySleepOrder(
  id: string,
  amount: number,
  by: { readonly stripeTokenId: string } | { readonly orderID: string },
  key: string,
) {
  return api('put', '/api/sleep-assessment/set-pay', { body: { id, amount, ...by }, headers: withKey(key) });
}

export function startSleepWalletOrder(sleepAssessmentId: string, key: string) {
  return api('post', '/api/payment/order', { body: { sleepAssessmentId }, headers: withKey(key) });
}

export function completeSleepOrder(id: string, personId: string, paymentId: string, key: string) {
  return api('put', '/api/sleep-assessment/payment-completed', {
    body: { id, personId, paymentId },
    headers: withKey(key),
  });
}
