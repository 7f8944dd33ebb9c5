// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Paying for a request: card token or wallet order to our server, which alone
 * talks to the providers, then completion. Every call may be repeated with the
 * same key without a second charge (decisions 43 and 148).
 */
import { call } from '../../api/client';
import type { PaymentChargeAnswer, PaymentOrder, PrescriptionView } from '../../api/types';

export function payByCard(
  prescriptionId: string,
  amount: number,
  stripeTokenId: string,
  idempotencyKey: string,
): Promise<PrescriptionView> {
  return call<PrescriptionView>(
    'PUT',
    '/prescription/set-pay',
    { prescriptionId, amount, stripeTokenId },
    { idempotencyKey },
  );
}

export function payByWalletOrder(
  prescriptionId: string,
  amount: number,
  orderID: string,
  idempotencyKey: string,
): Promise<PrescriptionView> {
  return call<PrescriptionView>(
    'PUT',
    '/prescription/set-pay',
    { prescriptionId, amount, orderID },
    { idempotencyKey },
  );
}

export function startWalletOrder(prescriptionId: string, idempotencyKey: string): Promise<PaymentOrder> {
  return call<PaymentOrder>('POST', '/payment/order', { prescriptionId }, { idempotencyKey });
}

export function chargeWalletOrder(
  orderID: string,
  amount: number,
  description: string,
  idempotencyKey: string,
): Promise<PaymentChargeAnswer> {
  return call<PaymentChargeAnswer>(
    'POST',
    '/payment/charge',
    { orderID, amount, description },
    { idempotencyKey },
  );
}

export function completePayment(
  id: string,
  personId: string,
  paymentId: string,
  idempotencyKey: string,
): Promise<PrescriptionView> {
  return call<PrescriptionView>(
    'PUT',
    '/prescription/payment-completed',
    { id, personId, paymentId },
    { idempotencyKey },
  );
}

/** The newest state of the request, asked while an outcome is unknown. */
export function readPrescription(id: string, signal?: AbortSignal): Promise<PrescriptionView> {
  return call<PrescriptionView>('GET', `/prescription/${id}`, undefined, { signal });
}
