//! Prescriptions on the wire, in the contract's field names.

use chrono::{DateTime, NaiveDate, Utc};
use salal_rules::drug_database::Ingredient;
use salal_rules::prescriptions::usage::Usage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::features::fax::FaxView;
use crate::features::payments::{PaymentView, RefundState};
use crate::features::people::PersonRef;
use crate::features::pharmacies::PharmacyView;

/// An id, or an object that carries one; a version when the caller saw one.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Named {
    Id(Uuid),
    Object {
        #[serde(rename = "_id")]
        id: Uuid,
        #[serde(default)]
        version: Option<i64>,
    },
}

impl Named {
    pub(super) fn id(&self) -> Uuid {
        match self {
            Self::Id(id) | Self::Object { id, .. } => *id,
        }
    }
    pub(super) fn version(&self) -> Option<i64> {
        match self {
            Self::Id(_) => None,
            Self::Object { version, .. } => *version,
        }
    }
}

/// A medication as a patient asks for it. What the drug is comes from the database, by `drugId`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct MedicationInput {
    #[serde(rename = "drugId")]
    pub drug_id: Option<Uuid>,
    pub name: String,
    pub administrations: Vec<String>,
    pub formulations: Vec<String>,
    pub ingredients: Vec<Ingredient>,
    /// The last one counts.
    pub usages: Vec<Usage>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct PharmacyRef {
    #[serde(rename = "_id")]
    pub id: Uuid,
}

/// The request a patient is still writing.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RequestDraft {
    pub medications: Vec<MedicationInput>,
    pub pharmacy: Option<PharmacyRef>,
    #[serde(rename = "loadCurrent")]
    pub load_current: bool,
    pub step: Option<String>,
}

/// A kept draft, with the whole pharmacy: any device can show it.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(super) struct DraftContent {
    pub medications: Vec<MedicationInput>,
    pub pharmacy: Option<PharmacyView>,
    #[serde(rename = "loadCurrent")]
    pub load_current: bool,
    pub step: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(super) struct DraftView {
    pub content: Option<DraftContent>,
    pub version: i64,
    #[serde(rename = "updatedAt")]
    pub updated_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SaveDraft {
    pub content: RequestDraft,
    /// The version last seen; 0 for the first save.
    pub version: i64,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreatePrescription {
    #[serde(default)]
    pub person: Option<Uuid>,
    pub medications: Vec<MedicationInput>,
    #[serde(default)]
    pub pharmacy: Option<PharmacyRef>,
    #[serde(default)]
    pub agreement: Vec<bool>,
    #[serde(default, rename = "locationConfirmed")]
    pub location_confirmed: bool,
    /// Ignored: the server asks the plan itself (decision 98).
    #[serde(default)]
    pub eligibility: Option<serde_json::Value>,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct NumberedRequest {
    #[serde(default)]
    pub medications: Vec<MedicationInput>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CheckNumber {
    #[serde(rename = "prescriptionObj")]
    pub prescription_obj: NumberedRequest,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct NumberAnswer {
    pub success: bool,
    /// How many more fit into today.
    pub left: u32,
    pub message: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DrugToCompare {
    pub name: String,
    #[serde(default)]
    pub ingredients: Vec<Ingredient>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CheckDuplicate {
    pub drug: DrugToCompare,
    #[serde(default)]
    pub medications: Vec<MedicationInput>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct DuplicateAnswer {
    #[serde(rename = "isDrugExisted")]
    pub is_drug_existed: bool,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AskFee {
    pub medications: u32,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct FeeLineView {
    pub text: String,
    pub amount: f64,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct FeeView {
    pub amount: f64,
    pub lines: Vec<FeeLineView>,
    #[serde(rename = "withCard")]
    pub with_card: bool,
    pub rule: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct StatusView {
    pub code: String,
    pub text: String,
    pub at: DateTime<Utc>,
    pub by: Option<PersonRef>,
    pub detail: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct ChangeView {
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
pub(super) struct DispenseView {
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
pub(super) struct FilterMark {
    pub status: String,
    pub reason: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct MedicationView {
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
    #[serde(rename = "textLine")]
    pub text_line: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct PrescriptionPerson {
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
pub(super) struct SignatureView {
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
pub(super) struct PrintedView {
    pub by: PersonRef,
    pub at: DateTime<Utc>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says whether one button is offered"
)]
pub(super) struct PrescriptionView {
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
pub(super) struct PrescriptionList {
    pub items: Vec<PrescriptionView>,
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
    pub total: i64,
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct PrescriptionsQuery {
    pub limit: Option<u32>,
    pub cursor: Option<String>,
    /// createdAt, or -createdAt (the default).
    pub sort: Option<String>,
    pub q: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OfPerson {
    #[serde(rename = "prescriptionId")]
    pub prescription_id: Uuid,
    #[serde(default, rename = "personId")]
    #[expect(dead_code, reason = "the record says whose it is")]
    pub person_id: Option<Uuid>,
    #[serde(default, rename = "messageId")]
    #[expect(dead_code, reason = "messages are marked by their own call")]
    pub message_id: Option<Uuid>,
    #[serde(default, rename = "acknowledgedBy")]
    pub acknowledged_by: Option<Uuid>,
    #[serde(default, rename = "faxedBy")]
    pub faxed_by: Option<Uuid>,
    #[serde(default)]
    pub version: Option<i64>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SetPay {
    #[serde(rename = "prescriptionId")]
    pub prescription_id: Uuid,
    /// Must agree with the server's own amount.
    pub amount: f64,
    #[serde(default, rename = "stripeTokenId")]
    pub stripe_token_id: Option<String>,
    #[serde(default, rename = "orderID")]
    pub order_id: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PaymentCompleted {
    pub id: Uuid,
    #[serde(default, rename = "personId")]
    pub person_id: Option<Uuid>,
    #[serde(default, rename = "paymentId")]
    pub payment_id: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RefundSuccess {
    pub id: Uuid,
    #[serde(default, rename = "personId")]
    #[expect(dead_code, reason = "the record says whose it is")]
    pub person_id: Option<Uuid>,
    #[serde(default, rename = "refundedBy")]
    pub refunded_by: Option<Uuid>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdateStatus {
    pub prescription: Named,
    pub medication: Named,
    /// Approved, Rejected, or nothing to undo.
    #[serde(default)]
    pub status: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct EditedMedication {
    #[serde(rename = "_id")]
    pub id: Uuid,
    #[serde(default)]
    pub version: Option<i64>,
    /// Another drug of the catalogue; doctors only.
    #[serde(default, rename = "drugId")]
    pub drug_id: Option<Uuid>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdateUsage {
    pub prescription: Named,
    pub medication: EditedMedication,
    pub usage: Usage,
    /// The total to dispense as the doctor types it; empty text returns to the computed one.
    #[serde(default, rename = "toDispense")]
    pub to_dispense: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DrPharmacyOf {
    #[serde(rename = "_id")]
    pub id: Uuid,
    #[serde(default)]
    pub version: Option<i64>,
    #[serde(default, rename = "drPharmacy")]
    pub dr_pharmacy: Option<PharmacyRef>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SetDrPharmacy {
    pub prescription: DrPharmacyOf,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TextData {
    #[serde(rename = "prescriptionId")]
    pub prescription_id: Uuid,
    pub text: String,
    #[serde(default)]
    pub version: Option<i64>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SetText {
    pub data: TextData,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Sign {
    #[serde(rename = "prescriptionId")]
    pub prescription_id: Uuid,
    /// Strokes of points [x, y, milliseconds].
    #[serde(default)]
    pub strokes: Vec<Vec<[f64; 3]>>,
    /// The keyboard way: marks the sheet for ink signing (decision 138).
    #[serde(default)]
    pub password: Option<String>,
    #[serde(default)]
    pub version: Option<i64>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SignAnswer {
    #[serde(rename = "documentSha256")]
    pub document_sha256: String,
    #[serde(rename = "signedAt")]
    pub signed_at: DateTime<Utc>,
    pub prescription: PrescriptionView,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct QueueFax {
    #[serde(rename = "prescriptionId")]
    pub prescription_id: Uuid,
    #[serde(default, rename = "personId")]
    pub person_id: Option<Uuid>,
    /// Accepted for the contract's sake: the record's number is dialled, never the page's.
    #[serde(default, rename = "faxNumber")]
    pub fax_number: Option<String>,
    /// Accepted for the contract's sake and never sent (decision 140).
    #[serde(default, rename = "dataURL")]
    pub data_url: Option<String>,
    #[serde(default, rename = "faxedBy")]
    pub faxed_by: Option<Uuid>,
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct DocumentQuery {
    /// The sheet as it would be signed now, marked as a preview.
    pub preview: Option<bool>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct InvoiceHeader {
    pub clinic: String,
    pub address: String,
    pub phone: String,
}

/// Official Prescription Receipt.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Invoice {
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
