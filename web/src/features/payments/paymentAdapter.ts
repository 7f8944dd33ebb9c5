// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What can be paid for, as the payment machine sees it: a thing with a payment, and
 * the server's calls about it. The renewal's adapter is here; other features' adapters
 * are put together in app.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { OrderAnswer, PrescriptionView } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import {
  chargeWalletOrder,
  completePayment,
  payByCard,
  payByWalletOrder,
  startWalletOrder,
} from './commands';
import type { Payable } from './outcome';
import { prescriptionQuery, readPrescription } from './queries';

export interface PaymentAdapter<T> {
  /** What is paid once, whatever page or dialog it is paid from. */
  readonly idOf: (thing: T) => string;
  /** After "your payment for". */
  readonly nameOf: (thing: T) => string;
  /** What is said where its page or dialog was left before it was known to be paid. */
  readonly paidText: (thing: T) => string;
  readonly payable: (thing: T) => Payable;
  readonly payByCard: (thing: T, tokenId: string, key: string) => Promise<T>;
  /** An order at the wallet, which charges nothing by itself. */
  readonly startOrder: (thing: T, key: string) => Promise<OrderAnswer>;
  readonly chargeOrder: (thing: T, orderID: string, key: string) => Promise<unknown>;
  readonly recordOrder: (thing: T, orderID: string, key: string) => Promise<T>;
  readonly complete: (thing: T, paymentId: string, key: string) => Promise<T>;
  /** The newest state, asked while an outcome is unknown. */
  readonly read: (thing: T) => Promise<T>;
  /** Puts the newest state where the screens read it. */
  readonly store: (queries: QueryClient, newest: T) => void;
}

/** With the doctors, as the word that it is paid says. */
const PAID: ReadonlySet<string> = new Set(['PENDING', 'ACKNOWLEDGED']);

export const prescriptionPaymentAdapter: PaymentAdapter<PrescriptionView> = {
  idOf: ({ _id }) => `prescription/${_id}`,
  nameOf: ({ label }) => `request ${label}`,
  paidText: ({ label }) => `Payment successful. Your request ${label} is with our doctors.`,
  payable: ({ status, payment }) => ({
    stage: status === 'CREATED' ? 'unpaid' : PAID.has(status) ? 'paid' : 'over',
    payment,
  }),
  payByCard: ({ _id, feeDue }, tokenId, key) => payByCard(_id, feeDue, tokenId, key),
  startOrder: ({ _id }, key) => startWalletOrder(_id, key),
  chargeOrder: ({ feeDue, label }, orderID, key) =>
    chargeWalletOrder(orderID, feeDue, `Prescription ${label}`, key),
  recordOrder: ({ _id, feeDue }, orderID, key) => payByWalletOrder(_id, feeDue, orderID, key),
  complete: ({ _id, person }, paymentId, key) => completePayment(_id, person._id, paymentId, key),
  read: ({ _id }) => readPrescription(_id),
  store: (queries, newest) => {
    queries.setQueryData(prescriptionQuery(newest._id).queryKey, newest);
    void refresh(queries, 'prescription');
  },
};
