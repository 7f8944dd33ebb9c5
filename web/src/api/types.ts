// SPDX-License-Identifier: AGPL-3.0-or-later

// The wire types by the names the screens use, out of the generated ones. Two things are added here:
// the server always sends every field of an answer (null stands for "nothing"), and words of a fixed
// list are narrowed to that list. No shape is invented here.
import type * as wire from './generated/types.gen';

/** An answer as it really comes: no field is left out. */
type Sent<T> = T extends readonly (infer Item)[]
  ? Sent<Item>[]
  : T extends object
    ? { [Key in keyof T]-?: Sent<Exclude<T[Key], undefined>> }
    : T;

/** `T` with some fields narrowed. */
type With<T, Narrower> = Omit<T, keyof Narrower> & Narrower;

export interface PagedList<T> {
  items: T[];
  nextCursor: string | null;
  total: number;
}

// Settings and sessions
export type PublicSettings = Sent<wire.PublicSettings>;
/** Why a line is approved or rejected, with what the patient reads of it. */
export type DecisionReason = With<
  Sent<wire.DecisionReason>,
  { decision: 'Approved' | 'Rejected'; next: NextStep }
>;
/** What a patient is offered to do about a decision. */
export type NextStep = 'message' | 'request' | 'visit' | 'pharmacy' | 'record' | 'history';
export type Options = With<Sent<wire.Options>, { decisionReasons: DecisionReason[] }>;
export type Country = wire.Country;

// People and accounts
export type Role = wire.Role;
export type PersonRef = wire.PersonRef;
export type PharmacyView = Sent<wire.PharmacyView>;
export type HealthDocument = Sent<wire.HealthDocumentView>;
export type FileRef = Sent<wire.FileRef>;
export type PersonView = Sent<wire.PersonView>;
export type Preferences = Sent<wire.Preferences>;
export type UserView = Sent<wire.UserView>;
export type SessionView = Sent<wire.SessionView>;
/** Who opened a record, for its owner. */
export type AccessLog = Sent<wire.AccessLog>;
export type LastLogin = Sent<wire.LastLogin>;
export type SignInAnswer = With<Sent<wire.SignInAnswer>, { via: 'sms' | 'authenticator' | null }>;
/** POST /user/token for a session that stands. */
export type TokenAnswer = With<SignInAnswer, { token: string; user: UserView }>;
export type PatientListRecord = Sent<wire.PatientListRecord>;
export type PatientPage = Sent<wire.PatientList>;
export type EligibilityAnswer = With<
  Sent<wire.EligibilityAnswer>,
  {
    status: 'valid' | 'invalid' | 'pending' | 'unknown';
    title: 'Eligible' | 'Not Eligible' | 'Pending Eligibility' | 'Eligibility Unknown';
  }
>;

/** Somebody else of the staff who has the patient open. */
export type PresenceView = Sent<wire.PresenceView>;
export type LookUpForm = wire.LookUpForm;

// Drugs and medical information
export type Usage = Sent<wire.Usage>;
export type Ingredient = Sent<wire.Ingredient>;
export type DrugFilter = With<Sent<wire.FilterMark>, { status: 'CROSS_OUT' | 'DO_NOT_SHOW_UP' }>;
export type DrugView = With<Sent<wire.DrugView>, { filter: DrugFilter[] }>;
export type DrugName = With<Sent<wire.DrugName>, { filter: DrugFilter[] }>;
export type DrugNameList = With<Sent<wire.DrugNameList>, { items: DrugName[] }>;
export type NamedItem = Sent<wire.NamedEntry>;
export type CurrentMedication = With<wire.CurrentMedication, { usages: Usage[]; ingredients?: Ingredient[] }>;
/** A record as it is shown, and as the form edits it before it has an id and a time. */
export type MedicalInfo = With<
  Sent<wire.MedicalInfo>,
  {
    _id?: string;
    Person?: string;
    CreatedAt?: string;
    defaultPharmacy: PharmacyView | null;
    MedicationsCurrentlyTaken: CurrentMedication[];
  }
>;

// Requests
/** A line of a request; the words why it is needed again only where they were asked for. */
export type MedicationInput = Omit<Sent<wire.MedicationInput>, 'neededAgain'> & {
  neededAgain?: string | null;
};
export type RequestDraft = With<Sent<wire.DraftContent>, { medications: MedicationInput[] }>;
export type DraftAnswer = With<Sent<wire.DraftView>, { content: RequestDraft | null }>;
export type MedicationNumberAnswer = Sent<wire.NumberAnswer>;
export type FeeQuote = Sent<wire.FeeView>;
export type StatusCode =
  | 'CREATED'
  | 'PENDING'
  | 'ACKNOWLEDGED'
  | 'APPROVED'
  | 'REJECTED'
  | 'FAXED'
  | 'REFUNDED'
  | 'CANCELED';
export type StatusEntry = With<Sent<wire.StatusView>, { code: StatusCode }>;
type MedicationChange = With<
  Sent<wire.ChangeView>,
  { kind: 'requested' | 'usage' | 'drug' | 'exception' | 'takeover' }
>;
export type DirectionsView = Sent<wire.DirectionsView>;
export type LineReason = With<Sent<wire.ReasonView>, { next: NextStep | null }>;
export type MedicationView = With<
  Sent<wire.MedicationView>,
  {
    status: 'Approved' | 'Rejected' | null;
    changes: MedicationChange[];
    filter: DrugFilter[];
    reason: LineReason | null;
  }
>;
export type PaymentView = With<
  Sent<wire.PaymentView>,
  {
    method: 'card' | 'wallet';
    state: 'intended' | 'charged' | 'unknown' | 'declined' | 'capturing' | 'failed';
  }
>;
export type FaxView = With<
  Sent<wire.FaxView>,
  { state: 'queued' | 'sending' | 'sent' | 'delivered' | 'failed' | 'unknown' }
>;
export type FaxRow = Sent<wire.FaxRow>;
export type FaxList = Sent<wire.FaxList>;
export type FaxDetail = Sent<wire.FaxDetail>;
export type Clarification = Sent<wire.Clarification>;
export type WaitingJob = Sent<wire.WaitingJob>;
export type ClinicQueue = Sent<wire.ClinicQueue>;
export type PrescriptionView = With<
  Sent<wire.PrescriptionView>,
  {
    status: StatusCode;
    work: QueueWork | null;
    statuses: StatusEntry[];
    medications: MedicationView[];
    payment: PaymentView | null;
    fax: FaxView | null;
    encounters: Encounter[];
  }
>;
/** One copy of a prescription: faxed or printed, in force or void. */
export type CopyView = Sent<wire.CopyView>;
export type SafetyMark = Sent<wire.MarkView>;
export type LineDecision = Sent<wire.DecisionView>;
export type PlainMark = Sent<wire.PlainMark>;
export type MarksAnswer = Sent<wire.MarksAnswer>;
export type Encounter = With<Sent<wire.EncounterView>, { kind: 'phone' | 'msg' | 'video' }>;
/** Who of the doctors has a patient's pending work. */
export type Claim = Sent<wire.ClaimView>;
export type ClaimedPatient = With<Sent<wire.ClaimedView>, { personId: string | null; claim: Claim | null }>;
export type QueueWork = 'review' | 'fax' | 'send' | 'refund';
export type QueueRow = With<
  Sent<wire.QueueRow>,
  { status: StatusCode; work: QueueWork; fax: FaxView['state'] | null; claim: Claim | null }
>;
export type QueueList = With<Sent<wire.QueueList>, { items: QueueRow[] }>;
export type PaymentOrder = Sent<wire.OrderAnswer>;
export type PaymentChargeAnswer = With<Sent<wire.ChargeAnswer>, { state: PaymentView['state'] }>;
export type Invoice = Sent<wire.Invoice>;
export type Renewable = Sent<wire.Renewable>;

// Sleep studies
export type SleepQuestion = Sent<wire.SleepQuestion>;
export type SleepInfo = Sent<wire.SleepInfo>;
export type SleepClinic = Sent<wire.SleepClinicView>;
export type SleepAssessment = With<
  Sent<wire.SleepAssessmentView>,
  { payment: PaymentView | null; fax: FaxView | null }
>;

/** All of the patient page, as one call brings it. */
export type OpenedPatient = With<
  Sent<wire.PatientPageView>,
  {
    prescriptions: PrescriptionView[];
    medicalInfo: MedicalInfo | null;
    sleepAssessments: SleepAssessment[];
    sleepInfo: SleepInfo | null;
  }
>;

// Notes of the staff
export type NoteView = Sent<wire.NoteView>;
export type NoteReply = Sent<wire.NoteReply>;
export type NotePage = Sent<wire.NotePage>;
export type NoteDraft = Sent<wire.NoteDraft>;

// Laboratory results
export type LabItem = Sent<wire.LabItemView>;
export type LabTest = Sent<wire.LabTestView>;
export type EarlierLabTest = Sent<wire.EarlierLabTest>;
export type LabException = Sent<wire.LabExceptionView>;
export type LabExceptionPage = Sent<wire.LabExceptionPage>;

// Messages and live updates
export type MessageRow = With<Sent<wire.MessageRow>, { work: QueueWork | null }>;
export type MessageView = With<Sent<wire.MessageView>, { work: QueueWork | null }>;
/** What rows and opened messages have in common. */
export type MessageHead = Omit<MessageRow, 'message' | 'preview'>;
export type MessageList = With<Sent<wire.MessageList>, { items: MessageRow[] }>;
export type MessageTemplate = Sent<wire.MessageTemplate>;
export type LinkedMessage = Sent<wire.LinkedMessage>;
export type MessageInfo = Sent<wire.MessageInfo>;
export type NotReceivedState = Sent<wire.NotReceivedState>;
export type NotReceivedAnswer = Sent<wire.NotReceivedAnswer>;
export type ResendState = Sent<wire.ResendState>;
export type ResendAnswer = Sent<wire.ResendAnswer>;

export interface ChangedEvent {
  /** `all`: anything may have changed. */
  kind: string;
  id: string;
}

// Administration
export type AuditRecord = Sent<wire.AuditRecord>;
export type AuditPage = Sent<wire.AuditPage>;
export type InvitationView = With<
  Sent<wire.InvitationView>,
  { state: 'open' | 'used' | 'revoked' | 'expired' }
>;
export type ProblemView = Sent<wire.ProblemView>;

// Billing the plan
export type DiagnosisView = Sent<wire.DiagnosisView>;
export type ClassDiagnosis = Sent<wire.ClassDiagnosis>;
export type MedicationBillView = Sent<wire.MedicationBillView>;
export type MedicationBillPage = PagedList<MedicationBillView>;
export type BillView = Sent<wire.BillView>;
export type BillAnswer = Sent<wire.BillAnswer>;
export type ClaimNumber = Sent<wire.ClaimNumber>;
export type ClaimNumbers = Sent<wire.ClaimNumbers>;
export type PullStatus = Sent<wire.PullStatus>;
export type FileSetAside = Sent<wire.FileSetAside>;
export type TakenAgain = Sent<wire.TakenAgain>;
export type StatusRetrieved = With<
  Sent<wire.StatusRetrieved>,
  { pull: PullStatus | null; setAside: FileSetAside[] }
>;
export type Remittance = Sent<wire.Remittance>;
export type RemittanceList = Sent<wire.RemittanceList>;
export type RemittanceMonth = Sent<wire.RemittanceMonth>;
export type BalanceMonth = Sent<wire.BalanceMonth>;
export type ProblematicInvoice = Sent<wire.ProblematicInvoice>;
export type ProblematicInvoices = Sent<wire.ProblematicInvoices>;
export type MedicationFilter = With<
  Sent<wire.MedicationFilterView>,
  { status: 'CROSS_OUT' | 'DO_NOT_SHOW_UP' }
>;
export type ClassPreview = Sent<wire.ClassPreview>;
export type FilterOffer = With<Sent<wire.FilterOffer>, { offer: 'add' | 'keep' | null }>;
/** A drug as administrators keep it. */
export type CatalogueDrug = With<Sent<wire.CatalogueDrug>, { filter: DrugFilter[]; hand: HandEdit | null }>;
type HandEdit = With<Sent<wire.HandEdit>, { register: wire.DrugRecord | null }>;
export type CataloguePage = With<Sent<wire.CataloguePage>, { items: CatalogueDrug[] }>;
export type DrugToSave = wire.SaveDrug;
export type RevertedDrug = With<Sent<wire.RevertedDrug>, { drug: CatalogueDrug | null }>;
export type FilterImport = wire.FilterImport;

/** An import of reference data, a build of the drugs, or the undoing of one. */
export type DataImport = Sent<wire.ImportView>;
export type DataImports = Sent<wire.ImportsView>;
export type DataColumns = Sent<wire.ColumnsView>;
export type DataPage = Sent<wire.DataPage>;

/** What waits besides prescriptions. */
export type OtherWorkRow = With<Sent<wire.OtherWork>, { kind: 'sleep' | 'labtest' }>;

// Staff accounts and the state of the installation
export type StaffAccount = With<
  Sent<wire.StaffAccount>,
  { state: 'active' | 'disabled' | 'unconfirmed' | 'closed' }
>;
export type StaffAccountDetail = With<Sent<wire.StaffAccountDetail>, { account: StaffAccount }>;
export type OperationsReport = Sent<wire.OperationsReport>;
