// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Paying for a request: card token or wallet order to our server, which alone
 * talks to the providers, then completion. Every call may be repeated with the
 * same key without a second charge (decisions 43 and 148).
 */
import { api, withKey } from '../../api/client';

export function payByCard(prescriptionId: string, amount: number, stripeTokenId: string, key: string) {
  return api('put', '/api/prescription/set-pay', {
    body: { prescriptionId, amount, stripeTokenId },
    headers: withKey(key),
  });
}

export function payByWalletOrder(prescriptionId: string, amount: number, orderID: string, key: string) {
  return api('put', '/api/prescription/set-pay', {
    body: { prescriptionId, amount, orderID },
    headers: withKey(key),
  });
}

export function startWalletOrder(prescriptionId: string, key: string) {
  return api('post', '/api/payment/order', { body: { prescriptionId }, headers: withKey(key) });
}

export function chargeWalletOrder(orderID: string, amount: number, description: string, key: string) {
  return api('post', '/api/payment/charge', {
    body: { orderID, amount, description },
    headers: withKey(key),
  });
}

export function completePayment(id: string, personId: string, paymentId: string, key: string) {
  return api('put', '/api/prescription/payment-completed', {
    body: { id, personId, paymentId },
    headers: withKey(key),
  });
}

/** Returns the fee of a cancelled order; the amount is the server's own. */
export function returnFee(chargeId: string, reason: string, key: string) {
  return api('put', '/api/payment/return-fee', { body: { chargeId, reason }, headers: withKey(key) });
}

/** Takes a refund back that has not left; refused when it has. */
export async function undoRefund(chargeId: string): Promise<void> {
  await api('put', '/api/payment/refund/undo', { body: { chargeId } });
}
