// SPDX-License-Identifier: AGPL-3.0-or-later

// The wire types by the names that the screens use, out of the generated ones; and the few that a form
// edits in a shape of its own. No shape of an answer is invented here.
import type * as wire from './generated/schema';

// Settings and sessions
export type PublicSettings = wire.PublicSettings;
/** Why a line is approved or rejected, with what the patient reads of it. */
export type DecisionReason = wire.DecisionReason;
/** What a patient is offered to do about a decision. */
export type NextStep = 'message' | 'request' | 'visit' | 'pharmacy' | 'record' | 'history';
export type Options = wire.Options;

// People and accounts
export type Role = wire.Role;
export type PersonRef = wire.PersonRef;
export type PharmacyView = wire.PharmacyView;
export type HealthDocument = wire.HealthDocumentView;
export type FileRef = wire.FileRef;
export type PersonView = wire.PersonView;
/** Forms, as they are sent. */
export type HealthDocumentForm = wire.HealthDocument;
export type PatientInfoForm = wire.PatientInfo;
export type PersonalInfoForm = wire.PersonalInfo;
export type RegistrationForm = wire.RegistrationForm;
export type Preferences = wire.Preferences;
export type UserView = wire.UserView;
export type SessionView = wire.SessionView;
export type LastLogin = wire.LastLogin;
export type SignInAnswer = wire.SignInAnswer;
export type PatientListRecord = wire.PatientListRecord;
export type PatientPage = wire.PatientList;
export type EligibilityAnswer = wire.EligibilityAnswer;

/** Somebody else of the staff who has the patient open. */
export type PresenceView = wire.PresenceView;

// Drugs and medical information
export type Usage = wire.Usage;
export type DrugView = wire.DrugView;
export type DrugName = wire.DrugName;
export type DrugNameList = wire.DrugNameList;
export type NamedItem = wire.NamedEntry;
export type CurrentMedication = wire.CurrentMedication;
/** A record as it is shown, and as the form edits it before it has an id and a time. */
type NotYet = '_id' | 'Person' | 'CreatedAt';
export type MedicalInfo = Omit<wire.MedicalInfo, NotYet | 'defaultPharmacy'> &
  Partial<Pick<wire.MedicalInfo, NotYet>> & { defaultPharmacy: PharmacyView | null };

// Requests
export type MedicationInput = wire.RequestedMedication;
export type RequestDraft = wire.DraftContent;
export type DraftAnswer = wire.DraftView;
export type FeeQuote = wire.FeeView;
export type StatusCode =
  | 'CREATED'
  | 'PENDING'
  | 'ACKNOWLEDGED'
  | 'APPROVED'
  | 'REJECTED'
  | 'FAXED'
  | 'REFUNDED'
  | 'CANCELED';
export type StatusEntry = wire.StatusView;
export type DirectionsView = wire.DirectionsView;
export type LineReason = wire.ReasonView;
export type MedicationView = wire.MedicationView;
export type PaymentView = wire.PaymentView;
/** What a fax is about. */
export type SubjectKind = wire.SubjectKind;
export type FaxView = wire.FaxView;
export type FaxRow = wire.FaxRow;
export type FaxDetail = wire.FaxDetail;
export type Clarification = wire.Clarification;
export type WaitingJob = wire.WaitingJob;
export type ClinicQueue = wire.ClinicQueue;
export type PrescriptionView = wire.PrescriptionView;
/** One copy of a prescription: faxed or printed, in force or void. */
export type CopyView = wire.CopyView;
export type SafetyMark = wire.MarkView;
export type LineDecision = wire.DecisionView;
export type PlainMark = wire.PlainMark;
export type Encounter = wire.EncounterView;
/** Who of the doctors has a patient's pending work. */
export type Claim = wire.ClaimView;
export type ClaimedPatient = wire.ClaimedView;
export type QueueWork = 'review' | 'fax' | 'send' | 'refund';
export type QueueRow = wire.QueueRow;
export type PaymentOrder = wire.OrderAnswer;
export type Invoice = wire.Invoice;
export type Renewable = wire.Renewable;

// Sleep studies
export type SleepQuestion = wire.SleepQuestion;
export type SleepInfo = wire.SleepInfo;
export type SleepClinic = wire.SleepClinicView;
export type SleepAssessment = wire.SleepAssessmentView;

/** All of the patient page, as one call brings it. */
export type OpenedPatient = wire.PatientPageView;

// Notes of the staff
export type NoteView = wire.NoteView;
export type NoteReply = wire.NoteReply;
export type NotePage = wire.NotePage;
export type NoteDraft = wire.NoteDraft;

// Laboratory results
export type LabItem = wire.LabItemView;
export type LabTest = wire.LabTestView;
export type EarlierLabTest = wire.EarlierLabTest;
export type LabException = wire.LabExceptionView;

// Messages and live updates
export type MessageRow = wire.MessageRow;
export type MessageView = wire.MessageView;
/** What rows and opened messages have in common. */
export type MessageHead = Omit<MessageRow, 'message' | 'preview'>;
export type MessageList = wire.MessageList;
export type MessageTemplate = wire.MessageTemplate;
export type LinkedMessage = wire.LinkedMessage;

export interface ChangedEvent {
  /** `all`: anything may have changed. */
  kind: string;
  id: string;
}

// Administration
export type AuditRecord = wire.AuditRecord;
export type InvitationView = wire.InvitationView;
export type ProblemView = wire.ProblemView;

// Billing the plan
export type DiagnosisView = wire.DiagnosisView;
export type MedicationBillView = wire.MedicationBillView;
export type BillView = wire.BillView;
export type ClaimNumber = wire.ClaimNumber;
export type ClaimNumbers = wire.ClaimNumbers;
export type PullStatus = wire.PullStatus;
export type FileSetAside = wire.FileSetAside;
export type Remittance = wire.Remittance;
export type RemittanceMonth = wire.RemittanceMonth;
export type BalanceMonth = wire.BalanceMonth;
export type ProblematicInvoice = wire.ProblematicInvoice;
export type MedicationFilter = wire.MedicationFilterView;
export type ClassPreview = wire.ClassPreview;
/** A drug as administrators keep it. */
export type CatalogueDrug = wire.CatalogueDrug;
export type DrugToSave = wire.SaveDrug;

/** An import of reference data, a build of the drugs, or the undoing of one. */
export type DataImport = wire.ImportView;
export type DataImports = wire.ImportsView;
export type DataColumns = wire.ColumnsView;
export type DataPage = wire.DataPage;

/** What waits besides prescriptions. */
export type OtherWorkRow = wire.OtherWork;

// Staff accounts and the state of the installation
export type StaffAccount = wire.StaffAccount;
export type StaffAccountDetail = wire.StaffAccountDetail;
export type OperationsReport = wire.OperationsReport;
