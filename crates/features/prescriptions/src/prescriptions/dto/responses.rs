// SPDX-License-Identifier: AGPL-3.0-or-later

//! Response types of prescriptions, with the contract's field names.

use chrono::{DateTime, NaiveDate, Utc};
use salal_domain::faults::Fault;
use salal_domain::fees::FeeRule;
use salal_domain::filters::FilterStatus;
use salal_domain::prescriptions::prescribing::ExceptionReason;
use salal_domain::prescriptions::reasons::{PatientAction, ReasonCode};
use salal_domain::prescriptions::status::{
    EncounterKind, MedicationStatus, PrescriptionStatus, RecordedDecision, ShownChange, Work,
};
use salal_domain::prescriptions::usage::Usage;
use salal_domain::safety::{MarkKind, MarkPlace};
use salal_formats::drug_database::Ingredient;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::copies::CopyView;
use super::requests::RequestedMedication;
use salal_exchange::fax::FaxView;
use salal_exchange::payments::{PaymentView, RefundState};
use salal_people::people::PersonRef;
use salal_platform::totals::Total;
use salal_reference::pharmacies::PharmacyView;

/// A saved draft, with the full pharmacy, so that any device can show it.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct DraftContent {
    pub medications: Vec<RequestedMedication>,
    pub pharmacy: Option<PharmacyView>,
    #[serde(rename = "loadCurrent")]
    pub load_current: bool,
    pub step: Option<String>,
}

/// The stored draft of a request.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct DraftView {
    /// Null when there is none, or it was discarded.
    pub content: Option<DraftContent>,
    /// Sent back with the next save.
    pub version: i64,
    #[serde(rename = "updatedAt")]
    pub updated_at: Option<DateTime<Utc>>,
}

/// Whether a request may have this many medications today.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct NumberAnswer {
    pub success: bool,
    /// How many more can be requested today.
    pub left: u32,
    pub message: String,
    /// Lines that need the patient's explanation of why the drug is needed again.
    pub held: Vec<HeldLine>,
}

/// A line of a request for a drug that is already requested, or should still last.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct HeldLine {
    /// Its position in the request, from 0.
    pub index: usize,
    pub message: String,
    pub of: Vec<AgainOf>,
}

/// Why a drug is needed again: the patient's explanation, and what conflicted with the line at that time.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AgainView {
    pub words: String,
    pub of: Vec<AgainOf>,
}

/// A prescription with the same drug.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AgainOf {
    #[serde(rename = "prescriptionId")]
    pub prescription: Uuid,
    /// P-20418
    pub label: String,
    /// Not with a pharmacy yet; otherwise it was supplied and should still last.
    pub open: bool,
    /// The estimated first day without it; null if it cannot be estimated.
    #[serde(rename = "runsOutOn")]
    pub runs_out_on: Option<NaiveDate>,
}

/// Whether a drug is already among the medications.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DuplicateAnswer {
    #[serde(rename = "isDrugExisted")]
    pub is_drug_existed: bool,
    /// That it is another brand of one of them; absent where the names are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// One line of a fee.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FeeLineView {
    pub text: String,
    pub amount: f64,
}

/// The fee of a request.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FeeView {
    pub amount: f64,
    pub lines: Vec<FeeLineView>,
    #[serde(rename = "withCard")]
    pub with_card: bool,
    pub rule: FeeRule,
}

/// An entry of the status history.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StatusView {
    pub code: PrescriptionStatus,
    pub text: String,
    pub at: DateTime<Utc>,
    pub by: Option<PersonRef>,
    pub detail: Option<String>,
}

/// The drug and usage of a line after one change.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ChangeView {
    pub at: DateTime<Utc>,
    pub by: PersonRef,
    pub kind: ShownChange,
    pub name: String,
    pub administrations: Vec<String>,
    pub formulations: Vec<String>,
    pub ingredients: Vec<Ingredient>,
    pub usage: Usage,
    /// Why it may cover more than 12 months, in the doctor's words.
    #[serde(rename = "supplyReason")]
    pub supply_reason: Option<String>,
    /// The sentence about a typed total that this change removed.
    #[serde(rename = "totalRemoved")]
    pub total_removed: Option<String>,
    /// A doctor's explicit exception for a drug of a prohibited class; for staff.
    pub exception: Option<ExceptionView>,
    /// The doctor whose decision the signer took over.
    #[serde(rename = "takenFrom")]
    pub taken_from: Option<PersonRef>,
}

/// Why a drug of a prohibited class is prescribed anyway.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExceptionView {
    pub code: ExceptionReason,
    /// The text of the code.
    pub reason: String,
    /// The doctor's comment.
    pub text: Option<String>,
}

/// The quantity to dispense.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DispenseView {
    pub computed: Option<String>,
    pub figures: Option<String>,
    pub words: Option<String>,
    pub unit: String,
    pub typed: bool,
    #[serde(rename = "needsTyping")]
    pub needs_typing: bool,
    pub note: Option<String>,
    /// That the newest change removed a typed total, and why; null once another was typed.
    pub removed: Option<String>,
}

/// The directions and errors of a line as it is being edited.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct DirectionsView {
    /// The directions as they will be printed.
    pub sentence: String,
    /// `No refills`, or number and interval.
    pub refills: String,
    /// The quantity of one fill without a typed total.
    pub computed: DispenseView,
    /// That the change removes the typed total; null when it is kept.
    #[serde(rename = "totalRemoved")]
    pub total_removed: Option<String>,
    /// Why the doctor must give a reason; null when none is needed.
    #[serde(rename = "asksForReason")]
    pub asks_for_reason: Option<String>,
    /// Everything that prevents it from being signed, with the field to correct.
    #[serde(rename = "cannotSign")]
    pub cannot_sign: Vec<Fault>,
}

/// A filter that matches the drug of a line.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FilterMark {
    pub status: FilterStatus,
    pub reason: String,
}

/// A line of a prescription.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MedicationView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub version: i64,
    #[serde(rename = "drugId")]
    pub drug_id: Uuid,
    pub name: String,
    pub administrations: Vec<String>,
    pub formulations: Vec<String>,
    /// What tells it apart from others of its name and strength: `Cartridge`. Absent where nothing does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container: Option<String>,
    pub ingredients: Vec<Ingredient>,
    pub tc_ahfs_numbers: Vec<String>,
    pub filter: Vec<FilterMark>,
    /// For staff: why no one may prescribe it here; null when it may be prescribed.
    #[serde(rename = "neverPrescribed")]
    pub never_prescribed: Option<String>,
    /// For staff: why a doctor must give a reason before this is approved; null when no reason is needed or
    /// one is in the history.
    #[serde(rename = "needsReason")]
    pub needs_reason: Option<String>,
    /// Oldest first; the last is in force.
    pub usages: Vec<Usage>,
    /// Oldest first; the last is in force.
    pub changes: Vec<ChangeView>,
    /// Null while it is undecided.
    pub status: Option<MedicationStatus>,
    #[serde(rename = "decidedBy")]
    pub decided_by: Option<PersonRef>,
    #[serde(rename = "decidedAt")]
    pub decided_at: Option<DateTime<Utc>>,
    /// Why it was decided, if a reason was given.
    pub reason: Option<ReasonView>,
    #[serde(rename = "toDispense")]
    pub to_dispense: DispenseView,
    /// Recorded allergies whose name occurs in the drug's: a plain name match, not a safety check.
    #[serde(rename = "allergyMatch")]
    pub allergy_match: Vec<String>,
    /// Other approved prescriptions with the same ingredient whose estimated supply has not ended: from the
    /// clinic's own records, not a safety check.
    #[serde(rename = "alreadyPrescribed")]
    pub already_prescribed: Vec<EarlierView>,
    /// Everything that prevents the line from being approved and signed, with the field to correct.
    #[serde(rename = "cannotSign")]
    pub cannot_sign: Vec<Fault>,
    /// The patient's explanation of why it is needed again, if it was already requested or still lasted.
    pub again: Option<AgainView>,
    #[serde(rename = "textLine")]
    pub text_line: String,
    /// Safety marks, most severe first; for staff. Marks inform and never block.
    pub marks: Vec<MarkView>,
    /// Past decisions with the marks shown at the time, oldest first; for staff.
    pub decisions: Vec<DecisionView>,
}

/// The other medication that a mark refers to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MarkWith {
    pub name: String,
    pub place: MarkPlace,
    /// P-20418, if it was prescribed here.
    pub label: Option<String>,
}

/// A safety mark of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MarkView {
    /// Identical for identical facts.
    pub key: String,
    pub kind: MarkKind,
    /// 3 do not combine without a specialist, 2 check or change something, 1 worth knowing.
    pub level: u8,
    /// The emphasized beginning of the sentence.
    pub lead: String,
    pub text: String,
    /// A short text for the collapsed line.
    pub brief: String,
    pub source: String,
    pub with: Option<MarkWith>,
}

/// A decision with the marks shown at the time.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DecisionView {
    pub at: DateTime<Utc>,
    pub by: PersonRef,
    pub decision: RecordedDecision,
    pub marks: Vec<MarkView>,
    /// Whether the doctor had expanded the collapsed marks.
    pub opened: bool,
    #[serde(rename = "tablesVersion")]
    pub tables_version: String,
}

/// The tables from which the marks are derived.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SafetyTables {
    pub version: String,
    pub source: String,
}

/// A mark in plain language, for the patient.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PlainMark {
    pub key: String,
    pub level: u8,
    pub text: String,
}

/// The marks of one medication.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct LineMarks {
    /// Most severe first.
    pub marks: Vec<PlainMark>,
}

/// The marks of the medications that a patient is about to request.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MarksAnswer {
    /// The version of the tables.
    pub version: String,
    /// In the order of the medications.
    pub lines: Vec<LineMarks>,
}

/// Why a line was approved or rejected.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReasonView {
    /// From the options' `decisionReasons`; null if the doctor wrote a comment only.
    pub code: Option<ReasonCode>,
    /// For the doctor: "Blood test needed first".
    pub label: Option<String>,
    /// For the patient: "A blood test is needed before this can be renewed."
    pub sentence: Option<String>,
    /// For the patient: what to do next.
    pub advice: Option<String>,
    /// The action offered with the advice.
    pub next: Option<PatientAction>,
    /// The doctor's own words; for the staff only.
    pub text: Option<String>,
}

/// An earlier approval with the same ingredient.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EarlierView {
    #[serde(rename = "prescriptionId")]
    pub prescription: Uuid,
    /// P-20418
    pub label: String,
    pub ingredient: String,
    #[serde(rename = "approvedAt")]
    pub approved_at: DateTime<Utc>,
    /// The first day without it, estimated from the approval.
    #[serde(rename = "runsOutOn")]
    pub runs_out_on: NaiveDate,
}

/// An encounter with the patient.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EncounterView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub kind: EncounterKind,
    pub start: DateTime<Utc>,
    pub end: DateTime<Utc>,
    /// Who saw the patient; for older entries, who recorded it.
    pub by: PersonRef,
    /// The doctor who saw the patient; null when it was not recorded.
    #[serde(rename = "seenBy")]
    pub seen_by: Option<PersonRef>,
    /// Who recorded it.
    #[serde(rename = "recordedBy")]
    pub recorded_by: PersonRef,
}

/// The patient of a prescription.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PrescriptionPerson {
    #[serde(flatten)]
    pub person: PersonRef,
    #[serde(rename = "DateOfBirth")]
    pub date_of_birth: Option<NaiveDate>,
    #[serde(rename = "Address")]
    pub address: String,
    #[serde(rename = "City")]
    pub city: String,
    #[serde(rename = "Province")]
    pub province: String,
    #[serde(rename = "PostalCode")]
    pub postal_code: String,
    #[serde(rename = "BestPhoneNumber")]
    pub best_phone_number: String,
}

/// The valid signature.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SignatureView {
    #[serde(rename = "signedBy")]
    pub signed_by: PersonRef,
    #[serde(rename = "signedAt")]
    pub signed_at: DateTime<Utc>,
    #[serde(rename = "documentSha256")]
    pub document_sha256: String,
    /// To be signed in ink on paper; it cannot be faxed from here.
    #[serde(rename = "forInk")]
    pub for_ink: bool,
    /// The doctors whose decisions the signer took over; for staff.
    #[serde(rename = "takenOver")]
    pub taken_over: Vec<PersonRef>,
}

/// Who printed it, and when.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PrintedView {
    pub by: PersonRef,
    pub at: DateTime<Utc>,
}

/// The fax number of the pharmacy in force, and whether it has been verified.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NumberView {
    /// `604-555-0142`
    pub number: String,
    /// Null if it has not been verified, by telephone or by the answering machine's identification.
    pub verified: Option<NumberVerified>,
}

/// When and by whom a number was verified.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NumberVerified {
    pub at: DateTime<Utc>,
    /// Null if the answering fax machine identified itself with the number.
    pub by: Option<PersonRef>,
}

/// A prescription with everything that belongs to it, and what can be done now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says whether one button is offered"
)]
pub struct PrescriptionView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub number: i64,
    /// P-20418
    pub label: String,
    pub version: i64,
    pub person: PrescriptionPerson,
    pub medications: Vec<MedicationView>,
    pub pharmacy: PharmacyView,
    #[serde(rename = "drPharmacy")]
    pub dr_pharmacy: Option<PharmacyView>,
    /// The pharmacy that the patient named after a fax failed; nothing is sent there before a doctor signs for it.
    #[serde(rename = "askedPharmacy")]
    pub asked_pharmacy: Option<PharmacyView>,
    pub status: PrescriptionStatus,
    /// The clinic's next action; null when nothing is left to do.
    pub work: Option<Work>,
    /// By when it is to be reviewed; null when it is not waiting for a review.
    #[serde(rename = "promisedBy")]
    pub promised_by: Option<DateTime<Utc>>,
    /// Newest first: the first is current.
    pub statuses: Vec<StatusView>,
    pub text: Option<String>,
    #[serde(rename = "createdAt")]
    pub created_at: DateTime<Utc>,
    #[serde(rename = "feeDue")]
    pub fee_due: f64,
    pub fee: FeeView,
    pub payment: Option<PaymentView>,
    pub refundable: f64,
    /// What office and administrators may return of the fee of a cancelled request.
    pub returnable: f64,
    #[serde(rename = "refundState")]
    pub refund_state: Option<RefundState>,
    pub fax: Option<FaxView>,
    /// Verification of the pharmacy's fax number; for staff, and only if there is a number to dial.
    #[serde(rename = "pharmacyNumber")]
    pub pharmacy_number: Option<NumberView>,
    /// Why nothing can be sent to the pharmacy in force: it is no longer in the list, or has another fax number by now.
    /// Null if it can.
    #[serde(rename = "pharmacyRefused")]
    pub pharmacy_refused: Option<String>,
    pub signature: Option<SignatureView>,
    pub printed: Option<PrintedView>,
    /// Newest first; at most one is not void, and it is the first.
    pub copies: Vec<CopyView>,
    /// Oldest first; for the staff.
    pub encounters: Vec<EncounterView>,
    /// Why no line can be approved now; null when one can.
    #[serde(rename = "canApprove")]
    pub can_approve: Option<String>,
    /// Why it cannot be signed now; null when it can.
    #[serde(rename = "canSign")]
    pub can_sign: Option<String>,
    /// Why it cannot be faxed now; null when it can.
    #[serde(rename = "canFax")]
    pub can_fax: Option<String>,
    /// Why it cannot be printed now; null when it can.
    #[serde(rename = "canPrint")]
    pub can_print: Option<String>,
    #[serde(rename = "canRefund")]
    pub can_refund: bool,
    #[serde(rename = "canCancel")]
    pub can_cancel: bool,
    /// What a cancellation would do with the fee, in words; null when it cannot be cancelled.
    #[serde(rename = "cancelEffect")]
    pub cancel_effect: Option<String>,
    /// The patient may name another pharmacy: nothing can arrive at this one.
    #[serde(rename = "canNamePharmacy")]
    pub can_name_pharmacy: bool,
    #[serde(rename = "canPay")]
    pub can_pay: bool,
    #[serde(rename = "canDecide")]
    pub can_decide: bool,
    #[serde(rename = "canPrescribe")]
    pub can_prescribe: bool,
    /// The source of the lines' marks; for staff, on the pages of one patient.
    #[serde(rename = "safetyTables")]
    pub safety_tables: Option<SafetyTables>,
}

/// A page of prescriptions.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct PrescriptionList {
    pub items: Vec<PrescriptionView>,
    /// Names the next page; null on the last.
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
    #[serde(flatten)]
    pub total: Total,
}

/// What was signed.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SignAnswer {
    #[serde(rename = "documentSha256")]
    pub document_sha256: String,
    #[serde(rename = "signedAt")]
    pub signed_at: DateTime<Utc>,
    pub prescription: PrescriptionView,
}

/// The clinic on a receipt.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct InvoiceHeader {
    pub clinic: String,
    pub address: String,
    pub phone: String,
}

/// Official Prescription Receipt.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Invoice {
    pub label: String,
    pub header: InvoiceHeader,
    pub payer: String,
    pub address: Vec<String>,
    pub charge: f64,
    #[serde(rename = "chargedAt")]
    pub charged_at: Option<DateTime<Utc>>,
    #[serde(rename = "paymentType")]
    pub payment_type: Option<String>,
    pub refund: Option<f64>,
    #[serde(rename = "refundedAt")]
    pub refunded_at: Option<DateTime<Utc>>,
    pub balance: f64,
}
