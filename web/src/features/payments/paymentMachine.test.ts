// SPDX-License-Identifier: AGPL-3.0-or-later

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, ApiUnavailable } from '../../api/failures';
import type { PaymentView, PrescriptionView } from '../../api/generated/schema';
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

vi.mock('./commands');
vi.mock('./queries');
const payByCard = vi.mocked(payByCardCall);
const read = vi.mocked(readPrescription);
const complete = vi.mocked(completePayment);
const order = vi.mocked(startWalletOrder);
const charge = vi.mocked(chargeWalletOrder);
const record = vi.mocked(payByWalletOrder);

function payment(state: PaymentView['state']): PaymentView {
  return {
    _id: 'payment-1',
    method: 'card',
    state,
    chargeAmount: 60,
    chargedAt: null,
    refundAmount: null,
    refundedAt: null,
    chargeId: null,
    card: null,
    message: null,
  };
}

function request(part: Partial<PrescriptionView> = {}): PrescriptionView {
  return {
    _id: 'request-1',
    number: 20418,
    label: 'P-20418',
    version: 1,
    person: {
      _id: 'person-1',
      FirstName: 'Marguerite',
      LastName: 'Tremblay',
      DateOfBirth: null,
      Address: '',
      City: '',
      Province: 'BC',
      PostalCode: '',
      BestPhoneNumber: '6045550142',
    },
    medications: [],
    pharmacy: { _id: 'ph', name: '', address: '', city: '', fax: '', fax_number: '', phone1: '' },
    drPharmacy: null,
    askedPharmacy: null,
    promisedBy: null,
    status: 'CREATED',
    statuses: [],
    text: null,
    createdAt: '2026-11-21T02:12:00Z',
    feeDue: 60,
    fee: { amount: 60, lines: [], rule: 'schedule', withCard: true },
    payment: null,
    refundable: 0,
    returnable: 0,
    refundState: null,
    fax: null,
    pharmacyNumber: null,
    pharmacyRefused: null,
    signature: null,
    printed: null,
    copies: [],
    encounters: [],
    canApprove: null,
    canSign: null,
    canFax: null,
    canPrint: null,
    canRefund: false,
    canCancel: true,
    cancelEffect: null,
    canNamePharmacy: false,
    canPay: true,
    canDecide: false,
    work: null,
    canPrescribe: false,
    safetyTables: null,
    ...part,
  };
}

const pending = request({ status: 'PENDING', payment: payment('charged'), canPay: false });
const token = async () => 'tok_1';

function machine(view = request(), leave = vi.fn()) {
  return new PaymentMachine(view, prescriptionPaymentAdapter, { onNewest: () => undefined, leave });
}

beforeEach(() => {
  for (const spy of [payByCard, read, complete, order, charge, record]) spy.mockReset();
});

describe('paying by card', () => {
  it('sends one command for two presses and ends paid', async () => {
    payByCard.mockResolvedValue(request({ payment: payment('charged'), canPay: false }));
    complete.mockResolvedValue(pending);
    const one = machine();
    await Promise.all([one.payCard(token), one.payCard(token)]);
    expect(payByCard).toHaveBeenCalledTimes(1);
    expect(complete).toHaveBeenCalledWith('request-1', 'person-1', 'payment-1', expect.any(String));
    expect(one.snapshot()).toEqual({ step: 'paid', refusal: null });
  });

  it('is not armed again while the outcome is unknown', async () => {
    payByCard.mockResolvedValue(request({ payment: payment('unknown'), canPay: false }));
    read.mockResolvedValue(request({ payment: payment('unknown'), canPay: false }));
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
    read.mockResolvedValue(request());
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
    read.mockResolvedValue(request({ payment: payment('charged'), canPay: false }));
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
    read.mockResolvedValue(request({ payment: payment('declined') }));
    const one = machine();
    await one.payCard(token);
    expect(one.snapshot()).toEqual({ step: 'ready', refusal: 'Your card was declined.' });
  });

  it('stays unarmed after a reload while a charge is open', async () => {
    const one = machine(request({ payment: payment('unknown'), canPay: false }));
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
    expect(one.snapshot()).toEqual({
      step: 'ready',
      refusal: 'Please enter valid card information!',
    });
  });
});

describe('paying by wallet', () => {
  it('leaves for the wallet once', async () => {
    order.mockResolvedValue({ orderID: 'o1', approveUrl: 'https://wallet.example/o1' });
    const leave = vi.fn();
    const one = machine(request(), leave);
    await Promise.all([one.payWallet(), one.payWallet()]);
    expect(order).toHaveBeenCalledTimes(1);
    expect(leave).toHaveBeenCalledWith('https://wallet.example/o1');
  });

  it('charges the order once when it comes back, however often it is told', async () => {
    charge.mockResolvedValue({ paymentId: 'payment-1', state: 'charged', chargeAmount: 60, message: null });
    record.mockResolvedValue(request({ payment: payment('charged'), canPay: false }));
    complete.mockResolvedValue(pending);
    const one = machine();
    await Promise.all([one.returnFromWallet('o1'), one.returnFromWallet('o1')]);
    expect(charge).toHaveBeenCalledTimes(1);
    expect(charge.mock.calls[0]?.slice(0, 2)).toEqual(['o1', 60]);
    expect(one.snapshot().step).toBe('paid');
  });
});
