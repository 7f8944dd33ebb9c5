// SPDX-License-Identifier: AGPL-3.0-or-later

// A sleep test as the payment machine sells it. The order is made by the press that pays, not by looking
// at the dialog; the server knows the same answers at the same clinic again, so a repeated press finds it.
import type { SleepAssessmentView, SleepClinicView, SleepInfo } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { chargeWalletOrder } from '../../features/payments/commands';
import { type Payable, paymentStatusOf } from '../../features/payments/outcome';
import type { PaymentAdapter } from '../../features/payments/paymentAdapter';
import { Till } from '../../features/payments/till';
import {
  completeSleepOrder,
  orderSleepTest,
  paySleepOrder,
  startSleepWalletOrder,
} from '../../features/sleep-studies/commands';
import { readSleepOrders } from '../../features/sleep-studies/queries';

export interface SleepPurchase {
  readonly info: SleepInfo;
  readonly clinic: SleepClinicView;
  readonly amount: number;
  /** Not there until somebody pays. */
  readonly order: SleepAssessmentView | null;
}

const isOver = (order: SleepAssessmentView) => order.status === 'CANCELED' || order.status === 'REFUNDED';

export const payableOf = (order: SleepAssessmentView): Payable => ({
  stage: stageOf(order),
  payment: order.payment,
});

/** A paid one is faxed by itself. */
function stageOf(order: SleepAssessmentView): Payable['stage'] {
  if (order.status === 'PENDING' || order.status === 'SUBMITTED') return 'unpaid';
  return isOver(order) ? 'over' : 'paid';
}

/** Whether its payment went out, and is not completed. */
export function isUnderWay(order: SleepAssessmentView): boolean {
  const status = paymentStatusOf(payableOf(order));
  return status === 'unknown' || status === 'charged';
}

export const purchaseOf = (order: SleepAssessmentView): SleepPurchase => ({
  info: order.sleepInfo,
  clinic: order.sleepClinic,
  amount: order.fee.amount,
  order,
});

/**
 * Whether an order was not paid before its clinic, listed as `clinic` now, got another fax number. It cannot
 * be paid any more; the server replaces it when the clinic is chosen again.
 */
export function isOutdated(order: SleepAssessmentView, clinic: SleepClinicView): boolean {
  return (
    order.sleepClinic._id === clinic._id &&
    order.sleepClinic.faxNumber !== clinic.faxNumber &&
    paymentStatusOf(payableOf(order)) === 'armed'
  );
}

/** The order of these answers at this clinic that is in force. */
export function orderOf(
  orders: readonly SleepAssessmentView[],
  info: SleepInfo,
  clinic: SleepClinicView,
): SleepAssessmentView | null {
  const same = (one: SleepAssessmentView) =>
    one.sleepInfo._id === info._id &&
    one.sleepClinic._id === clinic._id &&
    !isOver(one) &&
    !isOutdated(one, clinic);
  return orders.find(same) ?? null;
}

/** The purchase as newer orders show it: its own order, whatever became of it, or the one that was made meanwhile. */
export function seenIn(orders: readonly SleepAssessmentView[], purchase: SleepPurchase): SleepPurchase {
  const own = orders.find((one) => one._id === purchase.order?._id);
  return { ...purchase, order: own ?? orderOf(orders, purchase.info, purchase.clinic) };
}

async function made(purchase: SleepPurchase, key: string): Promise<SleepAssessmentView> {
  // Its own key, made from the press: a repeated press repeats both commands.
  return purchase.order ?? (await orderSleepTest(purchase.info._id, purchase.clinic._id, `${key}-order`));
}

const bought = (purchase: SleepPurchase, order: SleepAssessmentView): SleepPurchase => ({
  ...purchase,
  order,
});

export const sleepPaymentAdapter: PaymentAdapter<SleepPurchase> = {
  // The order may not be made yet: these two are what the server knows it by.
  idOf: ({ info, clinic }) => `sleep/${info._id}/${clinic._id}`,
  nameOf: ({ clinic }) => `the sleep test at ${clinic.name}`,
  paidText: () => 'Payment successful and Sleep Assessment sent to requested location.',
  payable: ({ order }) => (order === null ? { stage: 'unpaid', payment: null } : payableOf(order)),
  payByCard: async (purchase, stripeTokenId, key) => {
    const order = await made(purchase, key);
    return bought(purchase, await paySleepOrder(order._id, purchase.amount, { stripeTokenId }, key));
  },
  startOrder: async (purchase, key) => {
    const order = await made(purchase, key);
    return startSleepWalletOrder(order._id, key);
  },
  chargeOrder: ({ amount, order }, orderID, key) =>
    chargeWalletOrder(orderID, amount, `Sleep study ${order?.label ?? ''}`.trim(), key),
  recordOrder: async (purchase, orderID, key) => {
    const order = await made(purchase, key);
    return bought(purchase, await paySleepOrder(order._id, purchase.amount, { orderID }, key));
  },
  complete: async (purchase, paymentId, key) => {
    const { order, info } = purchase;
    if (order === null) return purchase;
    return bought(purchase, await completeSleepOrder(order._id, info.person, paymentId, key));
  },
  read: async (purchase) => seenIn(await readSleepOrders(purchase.info.person), purchase),
  store: (queries) => {
    void refresh(queries, 'sleep');
  },
};

export const sleepTill = new Till(sleepPaymentAdapter);
