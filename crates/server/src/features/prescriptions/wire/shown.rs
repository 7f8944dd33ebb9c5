//! What the calls on prescriptions answer, in the contract's field names.

use chrono::{DateTime, NaiveDate, Utc};
use salal_rules::drug_database::Ingredient;
use salal_rules::prescriptions::usage::Usage;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::asked::MedicationInput;
use crate::features::fax::FaxView;
use crate::features::payments::{PaymentView, RefundState};
use crate::features::people::PersonRef;
use crate::features::pharmacies::PharmacyView;

/// A kept draft, with the whole pharmacy: any device can show it.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct DraftContent {
    pub medications: Vec<MedicationInput>,
    pub pharmacy: Option<PharmacyView>,
    #[serde(rename = "loadCurrent")]
    pub load_current: bool,
    pub step: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct DraftView {
    pub content: Option<DraftContent>,
    pub version: i64,
    #[serde(rename = "updatedAt")]
    pub updated_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct NumberAnswer {
    pub success: bool,
    /// How many more fit into today.
    pub left: u32,
    pub message: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DuplicateAnswer {
    #[serde(rename = "isDrugExisted")]
    pub is_drug_existed: bool,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct FeeLineView {
    pub text: String,
    pub amount: f64,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct FeeView {
    pub amount: f64,
    pub lines: Vec<FeeLineView>,
    #[serde(rename = "withCard")]
    pub with_card: bool,
    pub rule: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct StatusView {
    pub code: String,
    pub text: String,
    pub at: DateTime<Utc>,
    pub by: Option<PersonRef>,
    pub detail: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ChangeView {
    pub at: DateTime<Utc>,
    pub by: PersonRef,
    /// requested, usage or drug
    pub kind: String,
    pub name: String,
    pub administrations: Vec<String>,
    pub formulations: Vec<String>,
    pub ingredients: Vec<Ingredient>,
    pub usage: Usage,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct DispenseView {
    pub computed: Option<String>,
    pub figures: Option<String>,
    pub words: Option<String>,
    pub unit: String,
    pub typed: bool,
    #[serde(rename = "needsTyping")]
    pub needs_typing: bool,
    pub note: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct FilterMark {
    pub status: String,
    pub reason: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct MedicationView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub version: i64,
    #[serde(rename = "drugId")]
    pub drug_id: Uuid,
    pub name: String,
    pub administrations: Vec<String>,
    pub formulations: Vec<String>,
    pub ingredients: Vec<Ingredient>,
    pub tc_ahfs_numbers: Vec<String>,
    pub filter: Vec<FilterMark>,
    /// Oldest first; the last counts.
    pub usages: Vec<Usage>,
    /// Oldest first; the last is in force.
    pub changes: Vec<ChangeView>,
    pub status: Option<String>,
    #[serde(rename = "decidedBy")]
    pub decided_by: Option<PersonRef>,
    #[serde(rename = "decidedAt")]
    pub decided_at: Option<DateTime<Utc>>,
    #[serde(rename = "toDispense")]
    pub to_dispense: DispenseView,
    /// Recorded allergies whose name stands in the drug: a plain name match, no safety claim.
    #[serde(rename = "allergyMatch")]
    pub allergy_match: Vec<String>,
    /// Other approved prescriptions with the same ingredient whose supply, as reckoned, still runs: a
    /// plain fact of the clinic's own records, no safety claim.
    #[serde(rename = "alreadyPrescribed")]
    pub already_prescribed: Vec<EarlierView>,
    #[serde(rename = "textLine")]
    pub text_line: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct EarlierView {
    #[serde(rename = "prescriptionId")]
    pub prescription: Uuid,
    /// P-20418
    pub label: String,
    pub ingredient: String,
    #[serde(rename = "approvedAt")]
    pub approved_at: DateTime<Utc>,
    /// The first day without it, reckoned from the approval.
    #[serde(rename = "runsOutOn")]
    pub runs_out_on: NaiveDate,
}

/// How the patient was met.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct EncounterView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// phone, msg or video
    pub kind: String,
    pub start: DateTime<Utc>,
    pub end: DateTime<Utc>,
    /// Who recorded it.
    pub by: PersonRef,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct PrescriptionPerson {
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

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct SignatureView {
    #[serde(rename = "signedBy")]
    pub signed_by: PersonRef,
    #[serde(rename = "signedAt")]
    pub signed_at: DateTime<Utc>,
    #[serde(rename = "documentSha256")]
    pub document_sha256: String,
    /// To be signed in ink on paper; it cannot be faxed from here.
    #[serde(rename = "forInk")]
    pub for_ink: bool,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct PrintedView {
    pub by: PersonRef,
    pub at: DateTime<Utc>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says whether one button is offered"
)]
pub(crate) struct PrescriptionView {
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
    pub status: String,
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
    #[serde(rename = "refundState")]
    pub refund_state: Option<RefundState>,
    pub fax: Option<FaxView>,
    pub signature: Option<SignatureView>,
    pub printed: Option<PrintedView>,
    /// Oldest first; for the staff.
    pub encounters: Vec<EncounterView>,
    /// Why no line can be approved now; none when one can.
    #[serde(rename = "canApprove")]
    pub can_approve: Option<String>,
    /// Why it cannot be signed now; none when it can.
    #[serde(rename = "canSign")]
    pub can_sign: Option<String>,
    /// Why it cannot be faxed now; none when it can.
    #[serde(rename = "canFax")]
    pub can_fax: Option<String>,
    #[serde(rename = "canRefund")]
    pub can_refund: bool,
    #[serde(rename = "canCancel")]
    pub can_cancel: bool,
    #[serde(rename = "canPay")]
    pub can_pay: bool,
    #[serde(rename = "canDecide")]
    pub can_decide: bool,
    #[serde(rename = "canPrescribe")]
    pub can_prescribe: bool,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct PrescriptionList {
    pub items: Vec<PrescriptionView>,
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
    pub total: i64,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SignAnswer {
    #[serde(rename = "documentSha256")]
    pub document_sha256: String,
    #[serde(rename = "signedAt")]
    pub signed_at: DateTime<Utc>,
    pub prescription: PrescriptionView,
}

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
