// SPDX-License-Identifier: AGPL-3.0-or-later

// For tests of payments: a request that is not paid, and a payment in the state that a test says.
import type { PaymentView, PrescriptionView } from '../api/generated/schema';

export function testPayment(state: PaymentView['state']): PaymentView {
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

/** A request that waits to be paid. */
export function testRequest(part: Partial<PrescriptionView> = {}): PrescriptionView {
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
