// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What the payment of a thing says about the pay button. The one rule of this file:
 * while the outcome of a command is unknown, nothing can be pressed again.
 */
import { ApiError } from '../../api/failures';
import type { PaymentView } from '../../api/generated/schema';

export type PaymentStatus =
  /** The button may be pressed. */
  | 'armed'
  /** A command went out and its outcome is not known yet. */
  | 'unknown'
  /** The provider confirmed the charge; the request has to be completed. */
  | 'charged'
  /** Paid and completed; what comes next has not ended. */
  | 'paid'
  /** Past that, or given up: nothing is to be said of its payment here. */
  | 'over';

export interface Payable {
  /** Whether it still waits to be paid, is paid and under way, or is past both. */
  readonly stage: 'unpaid' | 'paid' | 'over';
  readonly payment: PaymentView | null;
}

export function paymentStatusOf({ stage, payment }: Payable): PaymentStatus {
  if (stage !== 'unpaid') return stage;
  if (payment?.state === 'charged') return 'charged';
  if (payment?.state === 'unknown' || payment?.state === 'capturing') return 'unknown';
  // A card's intention is a charge on its way; a wallet's is an order that charges nothing yet.
  if (payment?.state === 'intended' && payment.method === 'card') return 'unknown';
  // Nothing is on its way. What cannot be paid for another reason, as for a clinic that moved, is refused by
  // the server with that reason; waiting for it would never end.
  return 'armed';
}

/** The same command is still being carried out: its answer is to come. */
export function isInProgress(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === 'IN_PROGRESS';
}

/** Only a refusal by our server is certain; silence and failing services are not. */
export function isCertainRefusal(failure: unknown): boolean {
  return (
    failure instanceof ApiError && failure.status < 500 && failure.status !== 408 && !isInProgress(failure)
  );
}
