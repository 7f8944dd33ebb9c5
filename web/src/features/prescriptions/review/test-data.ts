// SPDX-License-Identifier: AGPL-3.0-or-later

/** Invented prescriptions for the tests of this folder; nothing else imports them. */
import type { MedicationView, PharmacyView, PrescriptionView, Usage } from '../../../api/generated/schema';

export const onceADay: Usage = {
  quantity: 'One',
  quantityOther: null,
  frequency: 'Once a day',
  frequencyOther: null,
  asNeeded: false,
  duration: '3 months',
  durationOther: null,
  repeat: 0,
  textLine: null,
};

const pharmacy: PharmacyView = {
  _id: 'pharmacy-1',
  name: 'Tidewater Pharmacy',
  address: '118 Hastings Walk',
  city: 'Burnaby',
  fax: '6045550177',
  fax_number: '6045550177',
  phone1: '6045550176',
};

export function medication(id: string, name: string, change: Partial<MedicationView> = {}): MedicationView {
  return {
    _id: id,
    version: 1,
    drugId: `drug-${id}`,
    name,
    administrations: ['ORAL'],
    formulations: ['TABLET'],
    ingredients: [
      { ingredient_name: name, strength: '10', strength_unit: 'MG', dosage_value: '', dosage_unit: '' },
    ],
    tc_ahfs_numbers: [],
    filter: [],
    neverPrescribed: null,
    needsReason: null,
    usages: [onceADay],
    changes: [],
    status: null,
    decidedBy: null,
    decidedAt: null,
    reason: null,
    toDispense: {
      computed: '90',
      figures: '90',
      words: 'ninety',
      unit: 'tablets',
      typed: false,
      needsTyping: false,
      note: null,
      removed: null,
    },
    cannotSign: [],
    allergyMatch: [],
    alreadyPrescribed: [],
    again: null,
    marks: [],
    decisions: [],
    textLine: `${name} 10 mg`,
    ...change,
  };
}

export function prescription(
  id: string,
  medications: MedicationView[],
  change: Partial<PrescriptionView> = {},
): PrescriptionView {
  return {
    _id: id,
    number: 20418,
    label: `P-${id}`,
    version: 1,
    person: {
      _id: 'person-1',
      FirstName: 'Marguerite',
      LastName: 'Tremblay',
      DateOfBirth: '1968-06-14',
      Address: '4417 Larkspur Street',
      City: 'Burnaby',
      Province: 'BC',
      PostalCode: 'V5C 0A1',
      BestPhoneNumber: '6045550142',
    },
    medications,
    pharmacy,
    drPharmacy: null,
    status: 'PENDING',
    work: 'review',
    statuses: [{ code: 'PENDING', text: 'Pending', at: '2026-11-20T18:00:00Z', by: null, detail: null }],
    text: null,
    createdAt: '2026-11-20T18:00:00Z',
    feeDue: 60,
    fee: { amount: 60, lines: [], rule: 'schedule', withCard: true },
    payment: null,
    refundable: 0,
    refundState: null,
    fax: null,
    pharmacyNumber: null,
    signature: null,
    printed: null,
    copies: [],
    encounters: [],
    canApprove: null,
    canSign: null,
    canFax: 'Sign the prescription first.',
    canPrint: 'Sign the prescription first.',
    canRefund: false,
    canCancel: false,
    canPay: false,
    canDecide: true,
    canPrescribe: false,
    safetyTables: null,
    ...change,
  };
}
