//! What the calls on prescriptions are asked, in the contract's field names.

use chrono::{DateTime, Utc};
use salal_domain::prescriptions::usage::Usage;
use salal_formats::drug_database::Ingredient;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// An id, or an object that carries one; a version when the caller saw one.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(in crate::features::prescriptions) enum Named {
    Id(Uuid),
    Object {
        #[serde(rename = "_id")]
        id: Uuid,
        #[serde(default)]
        version: Option<i64>,
    },
}

impl Named {
    pub(in crate::features::prescriptions) fn id(&self) -> Uuid {
        match self {
            Self::Id(id) | Self::Object { id, .. } => *id,
        }
    }
    pub(in crate::features::prescriptions) fn version(&self) -> Option<i64> {
        match self {
            Self::Id(_) => None,
            Self::Object { version, .. } => *version,
        }
    }
}

/// A medication as a patient asks for it. What the drug is comes from the database, by `drugId`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(in crate::features::prescriptions) struct MedicationInput {
    #[serde(rename = "drugId")]
    pub drug_id: Option<Uuid>,
    pub name: String,
    pub administrations: Vec<String>,
    pub formulations: Vec<String>,
    pub ingredients: Vec<Ingredient>,
    /// The last one counts.
    pub usages: Vec<Usage>,
    /// Why it is needed again, where it is asked for already or still lasts (decision 161).
    #[serde(rename = "neededAgain", skip_serializing_if = "Option::is_none")]
    pub needed_again: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(in crate::features::prescriptions) struct PharmacyRef {
    #[serde(rename = "_id")]
    pub id: Uuid,
}

/// The request a patient is still writing.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(in crate::features::prescriptions) struct RequestDraft {
    pub medications: Vec<MedicationInput>,
    pub pharmacy: Option<PharmacyRef>,
    #[serde(rename = "loadCurrent")]
    pub load_current: bool,
    pub step: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::features::prescriptions) struct SaveDraft {
    pub content: RequestDraft,
    /// The version last seen; 0 for the first save.
    pub version: i64,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::features::prescriptions) struct CreatePrescription {
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
pub(in crate::features::prescriptions) struct NumberedRequest {
    #[serde(default)]
    pub medications: Vec<MedicationInput>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::features::prescriptions) struct CheckNumber {
    #[serde(rename = "prescriptionObj")]
    pub prescription_obj: NumberedRequest,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::features::prescriptions) struct DrugToCompare {
    pub name: String,
    #[serde(default)]
    pub ingredients: Vec<Ingredient>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::features::prescriptions) struct CheckDuplicate {
    pub drug: DrugToCompare,
    #[serde(default)]
    pub medications: Vec<MedicationInput>,
}

/// The medications that a patient is about to ask for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::features::prescriptions) struct AskMarks {
    #[serde(default)]
    pub medications: Vec<MedicationInput>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::features::prescriptions) struct AskFee {
    pub medications: u32,
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(in crate::features::prescriptions) struct PrescriptionsQuery {
    pub limit: Option<u32>,
    pub cursor: Option<String>,
    /// createdAt, or -createdAt (the default).
    pub sort: Option<String>,
    /// The staff's list only: a number (P-20418), or 3 characters and more that find patients.
    pub q: Option<String>,
    /// The staff's list only.
    pub status: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::features::prescriptions) struct OfPerson {
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
pub(in crate::features::prescriptions) struct SetPay {
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
pub(in crate::features::prescriptions) struct PaymentCompleted {
    pub id: Uuid,
    #[serde(default, rename = "personId")]
    pub person_id: Option<Uuid>,
    #[serde(default, rename = "paymentId")]
    pub payment_id: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::features::prescriptions) struct RefundSuccess {
    pub id: Uuid,
    #[serde(default, rename = "personId")]
    #[expect(dead_code, reason = "the record says whose it is")]
    pub person_id: Option<Uuid>,
    #[serde(default, rename = "refundedBy")]
    pub refunded_by: Option<Uuid>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::features::prescriptions) struct UpdateStatus {
    pub prescription: Named,
    pub medication: Named,
    /// Approved, Rejected, or nothing to undo.
    #[serde(default)]
    pub status: Option<String>,
    /// Whether the doctor had opened the safety marks that are folded.
    #[serde(default, rename = "marksOpened")]
    pub marks_opened: bool,
    /// Why: a code of the options' `decisionReasons`. The patient reads its plain sentence.
    #[serde(default, rename = "reasonCode")]
    pub reason_code: Option<String>,
    /// Why, in the doctor's own words: for the record, never shown to the patient.
    #[serde(default, rename = "reasonText")]
    pub reason_text: Option<String>,
    /// Of an approval: why a drug of a crossed-out class is prescribed all the same (decision 157).
    #[serde(default)]
    pub exception: Option<Exception>,
}

/// The pharmacy said by telephone that a fax number is its own.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::features::prescriptions) struct VerifyNumber {
    #[serde(rename = "prescriptionId")]
    pub prescription_id: Uuid,
    /// The number as it was read to the pharmacy: not verified when another stands there meanwhile.
    pub number: String,
}

/// A doctor's explicit act for a drug of a crossed-out class.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::features::prescriptions) struct Exception {
    /// CONTINUING, SPECIALIST, ASSESSED, NO_OTHER_WAY or OTHER.
    pub code: String,
    /// Words beside it; needed with OTHER.
    #[serde(default)]
    pub text: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::features::prescriptions) struct EditedMedication {
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
pub(in crate::features::prescriptions) struct UpdateUsage {
    pub prescription: Named,
    pub medication: EditedMedication,
    pub usage: Usage,
    /// The total to dispense as the doctor types it; empty text returns to the computed one.
    #[serde(default, rename = "toDispense")]
    pub to_dispense: Option<String>,
    /// Why it may cover more than 12 months, in the doctor's words (decision 158).
    #[serde(default, rename = "supplyReason")]
    pub supply_reason: Option<String>,
    /// Why a drug of a crossed-out class is prescribed all the same; doctors only (decision 157).
    #[serde(default)]
    pub exception: Option<Exception>,
}

/// A line as it is being edited; nothing of it is stored.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::features::prescriptions) struct CheckDirections {
    pub usage: Usage,
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub ingredients: Vec<Ingredient>,
    #[serde(default)]
    pub formulations: Vec<String>,
    #[serde(default)]
    pub administrations: Vec<String>,
    #[serde(default, rename = "toDispense")]
    pub to_dispense: Option<String>,
    #[serde(default, rename = "supplyReason")]
    pub supply_reason: Option<String>,
    /// What a total was typed for, when there is one.
    #[serde(default)]
    pub before: Option<TypedBefore>,
}

/// A typed total, and the drug and the usage that it was typed for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::features::prescriptions) struct TypedBefore {
    #[serde(rename = "toDispense")]
    pub to_dispense: String,
    pub name: String,
    pub ingredients: Vec<Ingredient>,
    pub formulations: Vec<String>,
    pub usage: Usage,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::features::prescriptions) struct DrPharmacyOf {
    #[serde(rename = "_id")]
    pub id: Uuid,
    #[serde(default)]
    pub version: Option<i64>,
    #[serde(default, rename = "drPharmacy")]
    pub dr_pharmacy: Option<PharmacyRef>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::features::prescriptions) struct SetDrPharmacy {
    pub prescription: DrPharmacyOf,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::features::prescriptions) struct TextData {
    #[serde(rename = "prescriptionId")]
    pub prescription_id: Uuid,
    pub text: String,
    #[serde(default)]
    pub version: Option<i64>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::features::prescriptions) struct SetText {
    pub data: TextData,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::features::prescriptions) struct Sign {
    #[serde(rename = "prescriptionId")]
    pub prescription_id: Uuid,
    /// Strokes of points [x, y, milliseconds].
    #[serde(default)]
    pub strokes: Vec<Vec<[f64; 3]>>,
    /// The keyboard way: marks the sheet for ink signing (decision 138).
    #[serde(default)]
    pub password: Option<String>,
    /// The doctors whose decisions on approved lines the signer takes over; every one of them is named.
    #[serde(default, rename = "takeOver")]
    pub take_over: Vec<Uuid>,
    #[serde(default)]
    pub version: Option<i64>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::features::prescriptions) struct QueueFax {
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
pub(in crate::features::prescriptions) struct DocumentQuery {
    /// The sheet as it would be signed now, marked as a preview.
    pub preview: Option<bool>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::features::prescriptions) struct RecordEncounter {
    #[serde(rename = "prescriptionId")]
    pub prescription_id: Uuid,
    /// phone, msg or video
    pub kind: String,
    pub start: DateTime<Utc>,
    pub end: DateTime<Utc>,
    /// The doctor who saw the patient; absent: the doctor who records it, or who took the request up.
    #[serde(default, rename = "seenBy")]
    pub seen_by: Option<Uuid>,
}
