// SPDX-License-Identifier: AGPL-3.0-or-later

// For tests of payments: what is not paid, and a payment in the state that a test says.
import type {
  PaymentView,
  PrescriptionView,
  SleepAssessmentView,
  SleepClinicView,
  SleepInfo,
} from '../api/generated/schema';

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

export const testSleepInfo: SleepInfo = {
  _id: 'info-1',
  person: 'person-1',
  height: 170,
  weight: 80,
  gainWeight: false,
  depression: false,
  diabetes: false,
  heartDisease: false,
  atrialFibrillation: false,
  cognitionDeteriorating: false,
  snore: true,
  asleepBreathPause: false,
  asleepChoke: false,
  bloodPressureMedication: false,
  bloodPressures: [],
  createdAt: '2025-11-20T00:00:00Z',
};
export const testSleepClinic: SleepClinicView = {
  _id: 'clinic-1',
  name: 'Coastal Sleep Comox',
  address: '',
  phoneNumber: '',
  faxNumber: '',
  company: 'Coastal Sleep',
  route: 'coastal',
};

/** An order of a sleep test that waits to be paid. */
export function testSleepOrder(part: Partial<SleepAssessmentView> = {}): SleepAssessmentView {
  return {
    _id: 'order-1',
    number: 30001,
    label: 'S-30001',
    version: 1,
    person: { _id: 'person-1', FirstName: 'Marguerite', LastName: 'Tremblay' },
    sleepInfo: testSleepInfo,
    sleepClinic: testSleepClinic,
    status: 'PENDING',
    canFax: 'This order is not paid yet.',
    canSet: ['SUBMITTED', 'CANCELED'],
    statuses: [],
    payment: null,
    refundState: null,
    fee: { amount: 20 },
    refundable: 0,
    returnable: 0,
    faxNumber: '',
    createdDate: '2025-11-20T00:00:00Z',
    fax: null,
    hasRequest: false,
    canPay: true,
    canCancel: true,
    cancelEffect: null,
    ...part,
  };
}
