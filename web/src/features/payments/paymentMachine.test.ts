// SPDX-License-Identifier: AGPL-3.0-or-later

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, ApiUnavailable } from '../../api/failures';
import type { PrescriptionView } from '../../api/generated/schema';
import {
  chargeWalletOrder,
  completePayment,
  payByCard as payByCardCall,
  payByWalletOrder,
  startWalletOrder,
} from './commands';
import { PaymentMachine } from './paymentMachine';
import { prescriptionPaymentAdapter } from './paymentAdapter';
import { readPrescription } from './queries';
import { testPayment, testRequest } from '../../testing/payments';

vi.mock('./commands');
vi.mock('./queries');
const payByCard = vi.mocked(payByCardCall);
const read = vi.mocked(readPrescription);
const complete = vi.mocked(completePayment);
const order = vi.mocked(startWalletOrder);
const charge = vi.mocked(chargeWalletOrder);
const record = vi.mocked(payByWalletOrder);

const pending = testRequest({ status: 'PENDING', payment: testPayment('charged'), canPay: false });
const token = async () => 'tok_1';

function machine(view = testRequest(), leave = vi.fn()) {
  return new PaymentMachine(view, prescriptionPaymentAdapter, { onNewest: () => undefined, leave });
}

beforeEach(() => {
  for (const spy of [payByCard, read, complete, order, charge, record]) spy.mockReset();
});

describe('paying by card', () => {
  it('sends one command for two presses and ends paid', async () => {
    payByCard.mockResolvedValue(testRequest({ payment: testPayment('charged'), canPay: false }));
    complete.mockResolvedValue(pending);
    const one = machine();
    await Promise.all([one.payCard(token), one.payCard(token)]);
    expect(payByCard).toHaveBeenCalledTimes(1);
    expect(complete).toHaveBeenCalledWith('request-1', 'person-1', 'payment-1', expect.any(String));
    expect(one.snapshot()).toMatchObject({ step: 'paid', refusal: null });
  });

  it('is not armed again while the outcome is unknown', async () => {
    payByCard.mockResolvedValue(testRequest({ payment: testPayment('unknown'), canPay: false }));
    read.mockResolvedValue(testRequest({ payment: testPayment('unknown'), canPay: false }));
    const one = machine();
    await one.payCard(token);
    expect(one.snapshot().step).toBe('waiting');
    await one.payCard(token);
    await one.ask();
    await one.payCard(token);
    await one.payWallet();
    expect(payByCard).toHaveBeenCalledTimes(1);
    expect(order).not.toHaveBeenCalled();
    expect(one.snapshot().step).toBe('waiting');
  });

  it('repeats a command that never arrived with the same key and token', async () => {
    payByCard.mockRejectedValueOnce(new ApiUnavailable()).mockResolvedValueOnce(pending);
    read.mockResolvedValue(testRequest());
    const one = machine();
    await one.payCard(token);
    expect(one.snapshot().step).toBe('waiting');
    await one.ask();
    expect(payByCard).toHaveBeenCalledTimes(2);
    expect(payByCard.mock.calls[1]).toEqual(payByCard.mock.calls[0]);
    expect(one.snapshot().step).toBe('paid');
  });

  it('sends nothing again when a silent command did arrive', async () => {
    payByCard.mockRejectedValueOnce(new ApiUnavailable());
    read.mockResolvedValue(testRequest({ payment: testPayment('charged'), canPay: false }));
    complete.mockResolvedValue(pending);
    const one = machine();
    await one.payCard(token);
    await one.ask();
    expect(payByCard).toHaveBeenCalledTimes(1);
    expect(one.snapshot().step).toBe('paid');
  });

  it('waits after a failing service, whose charge may have happened', async () => {
    payByCard.mockRejectedValueOnce(new ApiError(502, { message: 'The card service is away.' }));
    const one = machine();
    await one.payCard(token);
    expect(one.snapshot().step).toBe('waiting');
  });

  it('is armed again, with the reason, once the server says nothing was charged', async () => {
    payByCard.mockRejectedValueOnce(
      new ApiError(422, { message: 'Your card was declined.', code: 'CARD_DECLINED' }),
    );
    read.mockResolvedValue(testRequest({ payment: testPayment('declined') }));
    const one = machine();
    await one.payCard(token);
    expect(one.snapshot()).toMatchObject({
      step: 'ready',
      refusal: { message: 'Your card was declined.' },
    });
  });

  it('stays unarmed after a reload while a charge is open', async () => {
    const one = machine(testRequest({ payment: testPayment('unknown'), canPay: false }));
    await one.payCard(token);
    expect(payByCard).not.toHaveBeenCalled();
    expect(one.snapshot().step).toBe('waiting');
  });

  it('sends nothing when the card gives no token', async () => {
    const one = machine();
    await one.payCard(async () => {
      throw new Error('Please enter valid card information!');
    });
    expect(payByCard).not.toHaveBeenCalled();
    expect(one.snapshot()).toMatchObject({
      step: 'ready',
      refusal: { field: 'card', message: 'Please enter valid card information!' },
    });
  });
});

describe('what was not paid from here', () => {
  const OPENED = {
    CREATED: 'ready',
    PENDING: 'over',
    ACKNOWLEDGED: 'over',
    APPROVED: 'over',
    REJECTED: 'over',
    FAXED: 'over',
    REFUNDED: 'over',
    CANCELED: 'over',
  } as const satisfies Record<PrescriptionView['status'], string>;

  it.each(Object.entries(OPENED))('opened when it is %s it is %s', (status, step) => {
    const known = Object.keys(OPENED).find((one): one is keyof typeof OPENED => one === status);
    expect(machine(testRequest({ status: known ?? 'CREATED' })).snapshot().step).toBe(step);
  });

  it('is over when another tab paid for it or gave it up', async () => {
    for (const newest of [pending, testRequest({ status: 'CANCELED', canPay: false })]) {
      const one = machine();
      one.observe(newest);
      await one.payCard(token);
      await one.returnFromWallet('o1');
      expect(one.snapshot().step).toBe('over');
    }
    expect(payByCard).not.toHaveBeenCalled();
    expect(charge).not.toHaveBeenCalled();
  });

  it('waits when another tab’s payment is on its way', () => {
    const one = machine();
    one.observe(testRequest({ payment: testPayment('unknown'), canPay: false }));
    expect(one.snapshot().step).toBe('waiting');
  });

  it.each([
    'CANCELED',
    'REFUNDED',
    'PENDING',
  ] as const)('says nothing of a payment that was refused because it is %s', async (status) => {
    payByCard.mockRejectedValue(new ApiError(409, { code: 'OVER', message: 'No.' }));
    read.mockResolvedValue(testRequest({ status, canPay: false }));
    const one = machine();
    await one.payCard(token);
    expect(one.snapshot().step).toBe('over');
  });

  it('says of its own press, whose answer was lost, that it paid', async () => {
    payByCard
      .mockRejectedValueOnce(new ApiUnavailable())
      .mockRejectedValueOnce(new ApiError(409, { code: 'ALREADY_PAID', message: 'No.' }));
    read.mockResolvedValueOnce(testRequest()).mockResolvedValue(pending);
    const one = machine();
    await one.payCard(token);
    await one.ask();
    expect(one.snapshot().step).toBe('paid');
  });
});

describe('one command at a time', () => {
  it('waits for the answer of a command that is still being carried out', async () => {
    payByCard
      .mockRejectedValueOnce(new ApiUnavailable())
      .mockRejectedValueOnce(new ApiError(409, { code: 'IN_PROGRESS', message: 'Being carried out.' }))
      .mockResolvedValueOnce(pending);
    read.mockResolvedValue(testRequest());
    const one = machine();
    await one.payCard(token);
    await one.ask();
    expect(one.snapshot().step).toBe('waiting');
    await one.ask();
    expect(payByCard.mock.calls[2]).toEqual(payByCard.mock.calls[0]);
    expect(one.snapshot().step).toBe('paid');
  });

  it('asks once at a time, so that a lost command is not sent twice at once', async () => {
    payByCard.mockRejectedValueOnce(new ApiUnavailable()).mockResolvedValue(pending);
    read.mockResolvedValue(testRequest());
    const one = machine();
    await one.payCard(token);
    await Promise.all([one.ask(), one.ask()]);
    expect(payByCard).toHaveBeenCalledTimes(2);
  });

  it('leaves an order at the wallet alone while a charge is on its way', async () => {
    const one = machine(testRequest({ payment: testPayment('unknown'), canPay: false }));
    await one.returnFromWallet('o1');
    expect(charge).not.toHaveBeenCalled();
  });
});

describe('paying by wallet', () => {
  it('leaves for the wallet once', async () => {
    order.mockResolvedValue({ orderID: 'o1', approveUrl: 'https://wallet.example/o1' });
    const leave = vi.fn();
    const one = machine(testRequest(), leave);
    await Promise.all([one.payWallet(), one.payWallet()]);
    expect(order).toHaveBeenCalledTimes(1);
    expect(leave).toHaveBeenCalledWith('https://wallet.example/o1');
  });

  it('can be pressed again when the browser came back from the wallet’s page', async () => {
    order.mockResolvedValue({ orderID: 'o1', approveUrl: 'https://wallet.example/o1' });
    const one = machine();
    await one.payWallet();
    expect(one.snapshot().step).toBe('sending');
    one.turnedRound();
    expect(one.snapshot().step).toBe('ready');
  });

  it('says that nothing was charged when no order came, until the server answers', async () => {
    order.mockRejectedValue(new ApiUnavailable());
    const one = machine();
    await one.payWallet();
    expect(one.snapshot()).toMatchObject({
      step: 'ready',
      refusal: {
        field: '',
        title: 'Nothing was charged',
        message: 'No answer came. Your work is kept. Check your connection, then try again.',
      },
    });
    one.answered();
    expect(one.snapshot()).toMatchObject({ step: 'ready', refusal: null });
  });

  it('charges the order once when it comes back, however often it is told', async () => {
    charge.mockResolvedValue({ paymentId: 'payment-1', state: 'charged', chargeAmount: 60, message: null });
    record.mockResolvedValue(testRequest({ payment: testPayment('charged'), canPay: false }));
    complete.mockResolvedValue(pending);
    const one = machine();
    await Promise.all([one.returnFromWallet('o1'), one.returnFromWallet('o1')]);
    expect(charge).toHaveBeenCalledTimes(1);
    expect(charge.mock.calls[0]?.slice(0, 2)).toEqual(['o1', 60]);
    expect(one.snapshot().step).toBe('paid');
  });
});
