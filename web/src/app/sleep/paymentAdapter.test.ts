// SPDX-License-Identifier: AGPL-3.0-or-later

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, ApiUnavailable } from '../../api/failures';
import type { PaymentView } from '../../api/generated/schema';
import { PaymentMachine } from '../../features/payments/paymentMachine';
import {
  completeSleepOrder,
  orderSleepTest,
  paySleepOrder,
  startSleepWalletOrder,
} from '../../features/sleep-studies/commands';
import { readSleepOrders } from '../../features/sleep-studies/queries';
import {
  testSleepClinic as clinic,
  testSleepInfo as info,
  testSleepOrder as made,
} from '../../testing/payments';
import { isOutdated, orderOf, type SleepPurchase, sleepPaymentAdapter } from './paymentAdapter';

vi.mock('../../features/sleep-studies/commands');
vi.mock('../../features/sleep-studies/queries');
const order = vi.mocked(orderSleepTest);
const pay = vi.mocked(paySleepOrder);
const read = vi.mocked(readSleepOrders);
const complete = vi.mocked(completeSleepOrder);
const wallet = vi.mocked(startSleepWalletOrder);

const charged: PaymentView = {
  _id: 'payment-1',
  method: 'card',
  state: 'charged',
  chargeAmount: 20,
  chargedAt: '2025-11-20T00:00:00Z',
  refundAmount: null,
  refundedAt: null,
  chargeId: 'ch_1',
  card: null,
  message: null,
};
const paid = made({ status: 'PAID', payment: charged, canPay: false, canCancel: false });

function machine(purchase: SleepPurchase, leave = vi.fn()) {
  return new PaymentMachine(purchase, sleepPaymentAdapter, { onNewest: () => undefined, leave });
}
const fresh: SleepPurchase = { info, clinic, amount: 20, order: null };

beforeEach(() => {
  for (const spy of [order, pay, read, complete, wallet]) spy.mockReset();
});

describe('paying for a sleep test', () => {
  it('makes the order with the press that pays, once for two presses', async () => {
    order.mockResolvedValue(made());
    pay.mockResolvedValue(paid);
    const one = machine(fresh);
    await Promise.all([one.payCard(async () => 'tok_1'), one.payCard(async () => 'tok_1')]);
    expect(order).toHaveBeenCalledTimes(1);
    expect(pay).toHaveBeenCalledTimes(1);
    expect(pay.mock.calls[0]?.slice(0, 3)).toEqual(['order-1', 20, { stripeTokenId: 'tok_1' }]);
    expect(one.snapshot().step).toBe('paid');
  });

  it('repeats both commands with their keys when the order’s answer never came', async () => {
    order.mockRejectedValueOnce(new ApiUnavailable()).mockResolvedValue(made());
    pay.mockResolvedValue(paid);
    read.mockResolvedValue([]);
    const one = machine(fresh);
    await one.payCard(async () => 'tok_1');
    expect(one.snapshot().step).toBe('waiting');
    await one.ask();
    expect(order.mock.calls[1]).toEqual(order.mock.calls[0]);
    expect(one.snapshot().step).toBe('paid');
  });

  it('waits while another tab pays for the same answers at the same clinic', async () => {
    order.mockRejectedValueOnce(new ApiUnavailable());
    read.mockResolvedValue([made({ payment: { ...charged, state: 'unknown' }, canPay: false })]);
    const one = machine(fresh);
    await one.payCard(async () => 'tok_1');
    await one.ask();
    expect(pay).not.toHaveBeenCalled();
    expect(one.snapshot().step).toBe('waiting');
  });

  it('completes the order that was made by the same press', async () => {
    order.mockResolvedValue(made());
    pay.mockResolvedValue(made({ payment: charged, canPay: false }));
    complete.mockResolvedValue(paid);
    const one = machine(fresh);
    await one.payCard(async () => 'tok_1');
    expect(complete.mock.calls[0]?.slice(0, 3)).toEqual(['order-1', 'person-1', 'payment-1']);
    expect(one.snapshot().step).toBe('paid');
  });

  it('orders before it leaves for the wallet', async () => {
    order.mockResolvedValue(made());
    wallet.mockResolvedValue({ orderID: 'o1', approveUrl: 'https://wallet.example/o1' });
    const leave = vi.fn();
    await machine(fresh, leave).payWallet();
    expect(wallet.mock.calls[0]?.[0]).toBe('order-1');
    expect(leave).toHaveBeenCalledWith('https://wallet.example/o1');
  });

  it('says that the clinic changed instead of waiting for a payment that nobody made', async () => {
    const outdated = made({ canPay: false });
    const why =
      'The details of this sleep clinic have changed. You were not charged. Please choose it again.';
    pay.mockRejectedValue(new ApiError(409, { code: 'CLINIC_NUMBER_CHANGED', message: why }));
    read.mockResolvedValue([outdated]);
    const onNewest = vi.fn();
    const purchase = { ...fresh, order: made() };
    const one = new PaymentMachine(purchase, sleepPaymentAdapter, { onNewest, leave: vi.fn() });
    await one.payCard(async () => 'tok_1');
    expect(one.snapshot()).toMatchObject({ step: 'ready', refusal: { field: '', message: why } });
    // The lists are read again, and choosing from them makes a new order.
    expect(onNewest).toHaveBeenCalledTimes(1);
    expect(machine({ ...fresh, order: outdated }).snapshot().step).toBe('ready');
    const moved = { ...clinic, faxNumber: '604-555-0177' };
    expect(orderOf([outdated], info, moved)).toBeNull();
    expect(isOutdated(outdated, clinic)).toBe(false);
    order.mockResolvedValue(made({ _id: 'order-2', sleepClinic: moved }));
    pay.mockReset().mockResolvedValue(made({ ...paid, _id: 'order-2', sleepClinic: moved }));
    const again = machine({ ...fresh, clinic: moved });
    await again.payCard(async () => 'tok_1');
    expect(pay.mock.calls[0]?.[0]).toBe('order-2');
    expect(again.snapshot().step).toBe('paid');
  });

  it('says nothing of a payment that was made or given back before', () => {
    for (const status of ['PAID', 'FREE', 'FAXED', 'REFUNDED', 'CANCELED'] as const)
      expect(machine({ ...fresh, order: made({ status, canPay: false }) }).snapshot().step).toBe('over');
  });

  it('sees that its own order was refunded while nobody knew of its payment', async () => {
    pay.mockRejectedValueOnce(new ApiUnavailable());
    read.mockResolvedValue([made({ status: 'REFUNDED', payment: charged, canPay: false })]);
    const one = machine({ ...fresh, order: made() });
    await one.payCard(async () => 'tok_1');
    await one.ask();
    expect(one.snapshot().step).toBe('over');
  });

  it('keeps an order whose payment is on its way, whatever its clinic became', () => {
    const paying = made({ payment: { ...charged, state: 'unknown' }, canPay: false });
    expect(orderOf([paying], info, { ...clinic, faxNumber: '604-555-0177' })).toBe(paying);
  });

  it('knows the order in force and passes over the ones that are over', () => {
    const canceled = made({ _id: 'old', status: 'CANCELED' });
    expect(orderOf([canceled], info, clinic)).toBeNull();
    expect(orderOf([canceled, made()], info, clinic)?._id).toBe('order-1');
    expect(orderOf([made()], { ...info, _id: 'other' }, clinic)).toBeNull();
  });
});
