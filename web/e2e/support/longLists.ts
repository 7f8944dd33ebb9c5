// SPDX-License-Identifier: AGPL-3.0-or-later

// Answers of lists that the demo has no rows for, with names of forty characters and long numbers: how
// they are laid out is looked at, not how they come about.
import type {
  BalanceMonth,
  RemittanceMonth,
  BillView,
  ClaimNumbers,
  ClinicQueue,
  ImportsView,
  ImportView,
  InvitationList,
  MedicationBillPage,
  OtherWork,
  PersonRef,
  ProblemPage,
  ProblematicInvoices,
  RemittanceList,
} from '../../src/api/generated/schema';

export const FIRST_NAME = 'Maximiliana-Theodora';
export const LAST_NAME = 'Featherstonehaugh-Lee';
const CENTS = 123_456_789;

const AT = '2026-11-21T17:45:00Z';
const DAY = '2026-11-21';
const WORDS = 'Chronic obstructive pulmonary disease with acute exacerbation, unspecified';
const EMAIL = `${FIRST_NAME}.${LAST_NAME}@rural-practice.example`.toLowerCase();

/** Version 7, as all of them are. */
const id = (at: number) => `0192f000-0000-7000-8000-${String(at).padStart(12, '0')}`;
const three = <Row>(row: (at: number) => Row): Row[] => [1, 2, 3].map(row);

const person: PersonRef = { _id: id(90), FirstName: FIRST_NAME, LastName: LAST_NAME };
const end = { nextCursor: null, total: 3, atLeast: false };

const bill = (at: number): BillView => ({
  _id: id(at),
  amount: CENTS,
  billWay: 'phone',
  canEdit: true,
  createdAt: AT,
  diagnosis: WORDS,
  diagnosisCode: '4961',
  folio: '0001234',
  history: [],
  note: null,
  paid: 0,
  person,
  practitioner: person,
  prescription: { _id: id(91), label: 'P-204186789' },
  service: '13437 age 2-49',
  serviceCode: '13437',
  serviceDate: DAY,
  serviceEndTime: AT,
  serviceStartTime: AT,
  status: 'refused',
  statusText: 'Refused by MSP',
  version: 1,
  waitsFor: null,
});

const claims: ClaimNumbers = {
  ...end,
  unsent: { amount: CENTS, bills: 1, waiting: [{ ...bill(1), waitsFor: 'The birth date is missing.' }] },
  items: three((at) => ({
    _id: id(at),
    amount: CENTS,
    bills: 1234,
    createdAt: AT,
    firstSequence: '0001234567',
    lastSequence: '0001235801',
    number: 'S01-2026-1121',
    records: 1234,
    sentAt: AT,
    status: 'accepted',
    statusText: 'Sent, not answered yet',
    told: null,
  })),
};

const invoices: ProblematicInvoices = {
  ...end,
  items: three((at) => ({
    _id: id(at),
    bill: bill(at),
    charges: CENTS,
    credit: CENTS,
    date: DAY,
    description: `13437 age 2-49: ${WORDS}`,
    status: 'Rejected',
    tax: CENTS,
    time: AT,
    total: CENTS,
  })),
};

const remittance: RemittanceList = {
  total: 3,
  atLeast: false,
  remittances: three((at) => ({
    _id: id(at),
    amountBill: CENTS,
    amountPaid: CENTS,
    billId: null,
    codes: [{ code: 'BG', text: WORDS }],
    exception: 'No claim was sent with sequence 0001234567.',
    feeCode: '13437',
    folio: '0001234',
    healthNumber: '9900000305',
    isClaim: true,
    isOurs: true,
    paymentDate: DAY,
    remittanceType: 'S02',
    seqNumber: '0001234567',
    serviceDate: DAY,
  })),
};

const classes: MedicationBillPage = {
  nextCursor: null,
  total: 3,
  items: three((at) => ({
    _id: id(at),
    createdAt: AT,
    diagnosis: WORDS,
    diagnosisCode: '4961',
    question: `${WORDS}: has it become worse since your last visit to us?`,
    tc_ahfs_number: '24:08.24.28',
    version: 1,
  })),
};

const problems: ProblemPage = {
  ...end,
  items: three((at) => ({
    _id: id(at),
    createdAt: AT,
    file: null,
    isRead: false,
    message: WORDS,
    person,
  })),
};

const invitations: InvitationList = {
  nextCursor: null,
  total: 3,
  items: three((at) => ({
    _id: id(at),
    createdAt: AT,
    email: EMAIL,
    expiresAt: AT,
    invitedBy: person,
    state: 'open',
  })),
};

const clinicQueue: ClinicQueue = {
  givenUp: 1,
  waiting: 3,
  nextCursor: null,
  outage: null,
  items: three((at) => ({
    _id: id(at),
    createdAt: AT,
    endedAt: null,
    endedBy: null,
    kind: 'note',
    mostTries: 12,
    nextTry: AT,
    person,
    state: 'waiting',
    tries: 7,
    what: 'Add an encounter note',
    why: "The clinic's record system does not answer.",
  })),
};

const otherWork: OtherWork[] = three((at) => ({ _id: id(at), kind: 'sleep', person, since: AT }));

/** Months of an installation that has billed. */
const months: (BalanceMonth & RemittanceMonth)[] = ['2026-09', '2026-10', '2026-11'].map((month) => ({
  month,
  records: 1234,
  bills: 1234,
  billed: CENTS,
  paid: CENTS,
  notPaid: CENTS,
  refused: CENTS,
  outstanding: CENTS,
  overpaid: 0,
  adjustments: 0,
  otherPayees: 0,
}));

/** By the path of the call that asks for it. */
const imported = (at: number): ImportView => ({
  _id: id(at),
  by: `${FIRST_NAME} ${LAST_NAME}`,
  canUndo: true,
  createdAt: AT,
  endedAt: AT,
  files: [{ bytes: CENTS, name: 'therapeutic-class-of-everything-marketed-in-canada-2026-11.csv' }],
  kind: 'import',
  reason: null,
  reasons: [],
  report: [],
  resource: 'Route of Administration',
  rowsDone: CENTS,
  rowsSkipped: 0,
  rowsTotal: CENTS,
  silent: [],
  stage: 'ended',
  state: 'done',
});

const imports: ImportsView = {
  active: null,
  builtAt: AT,
  displayResources: [],
  importResources: [],
  items: three(imported),
  missing: [],
  nextCursor: null,
};

export const LONG_LISTS: Readonly<Record<string, unknown>> = {
  '/api/tele-plan/claim-numbers': claims,
  '/api/tele-plan/problematic-invoice-list': invoices,
  '/api/tele-plan/remittance': remittance,
  '/api/tele-plan/remittance-exceptions': remittance,
  '/api/tele-plan/remittance-months': months,
  '/api/tele-plan/balance': months,
  '/api/medication-bill': classes,
  '/api/problem': problems,
  '/api/office/invitations': invitations,
  '/api/clinic-queue': clinicQueue,
  '/api/other-work': otherWork,
  '/api/manage-data/imports': imports,
};
