// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is read of a request's payment besides amounts: which card, and whether there is an invoice. Pure. */
import type { PrescriptionView } from '../../api/generated/schema';

/** "Visa ending 4242", "wallet"; null without a payment. */
export function cardText({ payment }: Pick<PrescriptionView, 'payment'>): string | null {
  if (!payment) return null;
  if (payment.method === 'wallet') return 'wallet';
  return payment.card ? `${brandText(payment.card.brand)} ending ${payment.card.last4}` : 'card';
}

function brandText(brand: string): string {
  return brand.charAt(0).toUpperCase() + brand.slice(1);
}

/**
 * The invoice shows once the latest status is beyond these (patient side section
 * 2), and where there was a charge to write one about.
 */
export function hasInvoice(prescription: Pick<PrescriptionView, 'status' | 'payment'>): boolean {
  const isBeyond = !['CREATED', 'PENDING', 'ACKNOWLEDGED'].includes(prescription.status);
  return isBeyond && prescription.payment?.chargedAt != null;
}
