// SPDX-License-Identifier: AGPL-3.0-or-later

// What the document does not say yet, and the server does: every field of an answer is sent (null stands
// for "nothing"), some words are of a fixed list, and some forms carry files. A repair that the document
// has meanwhile made itself changes nothing; when all have, this file goes.

/** Sent and received in one shape: fields that a sender may leave out. */
const OPTIONAL = {
  CurrentMedication: ['administrations', 'drugId', 'formulations', 'ingredients'],
  MedicationInput: ['neededAgain'],
};

const STATUS = [
  'CREATED',
  'PENDING',
  'ACKNOWLEDGED',
  'APPROVED',
  'REJECTED',
  'FAXED',
  'REFUNDED',
  'CANCELED',
];
const WORK = ['review', 'fax', 'send', 'refund'];
const PAYMENT = ['intended', 'charged', 'unknown', 'declined', 'capturing', 'failed'];
const FAX = ['queued', 'sending', 'sent', 'delivered', 'failed', 'unknown'];
const FILTER = ['CROSS_OUT', 'DO_NOT_SHOW_UP'];
const DECISION = ['Approved', 'Rejected'];
const NEXT = ['message', 'request', 'visit', 'pharmacy', 'record', 'history'];

const WORDS = {
  ChangeView: { kind: ['requested', 'usage', 'drug', 'exception', 'takeover'] },
  ChargeAnswer: { state: PAYMENT },
  DecisionReason: { decision: DECISION, next: NEXT },
  EligibilityAnswer: {
    status: ['valid', 'invalid', 'pending', 'unknown'],
    title: ['Eligible', 'Not Eligible', 'Pending Eligibility', 'Eligibility Unknown'],
  },
  EncounterView: { kind: ['phone', 'msg', 'video'] },
  FaxView: { state: FAX },
  FilterMark: { status: FILTER },
  FilterOffer: { offer: ['add', 'keep'] },
  InvitationView: { state: ['open', 'used', 'revoked', 'expired'] },
  MedicationFilterView: { status: FILTER },
  MedicationView: { status: DECISION },
  MessageRow: { work: WORK },
  MessageView: { work: WORK },
  OtherWork: { kind: ['sleep', 'labtest'] },
  PaymentView: { method: ['card', 'wallet'], state: PAYMENT },
  PrescriptionView: { status: STATUS, work: WORK },
  QueueRow: { fax: FAX, status: STATUS, work: WORK },
  ReasonView: { next: NEXT },
  SignInAnswer: { via: ['sms', 'authenticator'] },
  StaffAccount: { state: ['active', 'disabled', 'unconfirmed', 'closed'] },
  StatusView: { code: STATUS },
};

const FILE = { type: 'string', format: 'binary' };
const FILES = { type: 'array', items: FILE };
const UPLOADS = {
  Compose: { files: FILES },
  HealthDocument: { file: FILE, back: FILE },
  ImportForm: { file: FILES },
  PersonalInfo: { file: FILE, back: FILE },
  PatientInfo: { file: FILE, back: FILE },
  RegistrationForm: { file: FILE, back: FILE },
  Reply: { files: FILES },
  ReplyByLink: { files: FILES },
};

/** The names of the schemas that `part` is made of. */
function namesIn(part, schemas, found) {
  if (typeof part !== 'object' || part === null) return found;
  for (const [key, value] of Object.entries(part)) {
    const name = key === '$ref' ? value.split('/').at(-1) : undefined;
    if (name === undefined) namesIn(value, schemas, found);
    else if (!found.has(name)) namesIn(schemas[name], schemas, found.add(name));
  }
  return found;
}

export function repair(document) {
  const { schemas } = document.components;
  const answers = new Set();
  for (const path of Object.values(document.paths))
    for (const { responses } of Object.values(path))
      for (const [status, response] of Object.entries(responses))
        if (status.startsWith('2')) namesIn(response, schemas, answers);
  for (const name of answers) {
    const { properties } = schemas[name];
    const left = OPTIONAL[name] ?? [];
    if (properties) schemas[name].required = Object.keys(properties).filter((key) => !left.includes(key));
  }
  for (const [name, fields] of Object.entries(WORDS)) {
    for (const [field, words] of Object.entries(fields)) {
      const property = schemas[name]?.properties?.[field];
      if (property?.type === 'string') property.enum = words;
      else if (Array.isArray(property?.type)) property.enum = [...words, null];
    }
  }
  for (const [name, files] of Object.entries(UPLOADS))
    if (schemas[name]) Object.assign(schemas[name].properties, files);
}
