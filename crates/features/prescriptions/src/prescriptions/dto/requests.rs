// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request types of prescriptions, with the contract's field names.

use chrono::{DateTime, NaiveDate, Utc};
use salal_domain::codes;
use salal_domain::prescriptions::prescribing::ExceptionReason;
use salal_domain::prescriptions::reasons::ReasonCode;
use salal_domain::prescriptions::status::{EncounterKind, MedicationStatus, PrescriptionStatus};
use salal_domain::prescriptions::usage::Usage;
use salal_formats::drug_database::Ingredient;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// An id, or an object that carries one; with a version if the caller has seen one.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(in crate::prescriptions) enum Named {
    Id(Uuid),
    Object {
        #[serde(rename = "_id")]
        id: Uuid,
        #[serde(default)]
        version: Option<i64>,
    },
}

impl Named {
    pub(in crate::prescriptions) fn id(&self) -> Uuid {
        match self {
            Self::Id(id) | Self::Object { id, .. } => *id,
        }
    }
    pub(in crate::prescriptions) fn version(&self) -> Option<i64> {
        match self {
            Self::Id(_) => None,
            Self::Object { version, .. } => *version,
        }
    }
}

/// A medication as requested by a patient. The drug's details come from the database, by `drugId`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(in crate::prescriptions) struct RequestedMedication {
    #[serde(rename = "drugId")]
    pub drug_id: Option<Uuid>,
    pub name: String,
    pub administrations: Vec<String>,
    pub formulations: Vec<String>,
    pub ingredients: Vec<Ingredient>,
    /// The last one counts.
    pub usages: Vec<Usage>,
    /// Why it is needed again, if it is already requested or should still last (decision 161).
    #[serde(rename = "neededAgain", skip_serializing_if = "Option::is_none")]
    pub needed_again: Option<String>,
}

/// A pharmacy by its id.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(in crate::prescriptions) struct PharmacyRef {
    #[serde(rename = "_id")]
    pub id: Uuid,
}

/// A request that the patient has not submitted yet.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(in crate::prescriptions) struct RequestDraft {
    pub medications: Vec<RequestedMedication>,
    pub pharmacy: Option<PharmacyRef>,
    #[serde(rename = "loadCurrent")]
    pub load_current: bool,
    pub step: Option<String>,
}

/// A draft to be saved.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct SaveRequestDraft {
    pub content: RequestDraft,
    /// The version last seen; 0 for the first save.
    pub version: i64,
}

/// A request for renewal, as submitted.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct CreatePrescription {
    #[serde(default)]
    pub person: Option<Uuid>,
    pub medications: Vec<RequestedMedication>,
    #[serde(default)]
    pub pharmacy: Option<PharmacyRef>,
    #[serde(default)]
    pub agreement: Vec<bool>,
    #[serde(default, rename = "locationConfirmed")]
    pub location_confirmed: bool,
    /// Ignored: the server checks with the plan itself (decision 98).
    #[serde(default)]
    pub eligibility: Option<serde_json::Value>,
}

/// The medications of a request that is being made.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::prescriptions) struct NumberedRequest {
    #[serde(default)]
    pub medications: Vec<RequestedMedication>,
}

/// A request whose number of medications is checked.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct CheckNumber {
    #[serde(rename = "prescriptionObj")]
    pub prescription_obj: NumberedRequest,
}

/// A drug about to be added to a request.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::prescriptions) struct DrugToCompare {
    pub name: String,
    #[serde(default)]
    pub ingredients: Vec<Ingredient>,
    /// Without them it is the same as another brand that goes into the body in any way (decision 171).
    #[serde(default)]
    pub administrations: Vec<String>,
}

/// A drug, and the medications it is compared with.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct CheckDuplicate {
    pub drug: DrugToCompare,
    #[serde(default)]
    pub medications: Vec<RequestedMedication>,
}

/// The medications that a patient is about to request.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct AskMarks {
    #[serde(default)]
    pub medications: Vec<RequestedMedication>,
}

/// A request whose fee is asked for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct AskFee {
    /// The number of medications.
    pub medications: u32,
}

codes! {
    /// The order of a list of prescriptions.
    pub(in crate::prescriptions) enum CreatedSort {
        OldestFirst = "createdAt",
        NewestFirst = "-createdAt",
    }
}

/// Which prescriptions to list, and in what order.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(in crate::prescriptions) struct PrescriptionsQuery {
    /// How many at most: 1 to 100; 10 when absent.
    pub limit: Option<u32>,
    /// `nextCursor` of the page before; the first page when absent.
    pub cursor: Option<String>,
    /// By the time of the request; the newest first when absent.
    #[schemars(with = "Option<CreatedSort>")]
    pub sort: Option<String>,
    /// Staff list only: a number (P-20418), or at least 3 characters to search patients by.
    pub q: Option<String>,
    /// Prescriptions with this status only; all when absent. Staff list only.
    #[schemars(with = "Option<PrescriptionStatus>")]
    pub status: Option<String>,
    /// Only those that were decided later than promised: without `from`, in the 30 days up to the last one; without any
    /// day, those still open past the promise as well. Staff list only.
    pub late: Option<bool>,
    /// The first day of the decision, in Vancouver; what is undecided is then left out. Staff list only.
    pub from: Option<NaiveDate>,
    /// The last day of the decision, in Vancouver; what is undecided is then left out. Staff list only.
    pub to: Option<NaiveDate>,
}

/// The prescription of a step, with what the page says of it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct OfPerson {
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
    /// The version shown on the page; any other than the present one is a conflict. To cancel, it is required once
    /// the prescription is paid.
    #[serde(default)]
    pub version: Option<i64>,
}

/// A payment for a request.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct SetPay {
    #[serde(rename = "prescriptionId")]
    pub prescription_id: Uuid,
    /// Must match the server's own amount.
    pub amount: f64,
    #[serde(default, rename = "stripeTokenId")]
    pub stripe_token_id: Option<String>,
    #[serde(default, rename = "orderID")]
    pub order_id: Option<String>,
}

/// A payment that the page saw completed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct PaymentCompleted {
    pub id: Uuid,
    #[serde(default, rename = "personId")]
    pub person_id: Option<Uuid>,
    #[serde(default, rename = "paymentId")]
    pub payment_id: Option<String>,
}

/// A refund to be made.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct RefundSuccess {
    pub id: Uuid,
    #[serde(default, rename = "personId")]
    #[expect(dead_code, reason = "the record says whose it is")]
    pub person_id: Option<Uuid>,
    #[serde(default, rename = "refundedBy")]
    pub refunded_by: Option<Uuid>,
}

/// A doctor's decision on a line.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct UpdateStatus {
    pub prescription: Named,
    pub medication: Named,
    /// The decision; null or nothing takes it back.
    #[serde(default)]
    #[schemars(with = "Option<MedicationStatus>")]
    pub status: Option<String>,
    /// Whether the doctor had expanded the collapsed safety marks.
    #[serde(default, rename = "marksOpened")]
    pub marks_opened: bool,
    /// Why: a code of the options' `decisionReasons`. The patient sees its plain-language sentence.
    #[serde(default, rename = "reasonCode")]
    #[schemars(with = "Option<ReasonCode>")]
    pub reason_code: Option<String>,
    /// Why, in the doctor's own words: for the record, never shown to the patient.
    #[serde(default, rename = "reasonText")]
    pub reason_text: Option<String>,
    /// For an approval: why a drug of a prohibited class is prescribed anyway (decision 157).
    #[serde(default)]
    pub exception: Option<Exception>,
}

/// The pharmacy confirmed by telephone that a fax number is its own.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct VerifyPharmacyNumber {
    #[serde(rename = "prescriptionId")]
    pub prescription_id: Uuid,
    /// The number as read to the pharmacy: not verified if the record has a different one by now.
    pub number: String,
}

/// A doctor's explicit exception for a drug of a prohibited class.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct Exception {
    #[schemars(with = "ExceptionReason")]
    pub code: String,
    /// Comment; required with OTHER.
    #[serde(default)]
    pub text: Option<String>,
}

/// The line to be edited.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::prescriptions) struct EditedMedication {
    #[serde(rename = "_id")]
    pub id: Uuid,
    #[serde(default)]
    pub version: Option<i64>,
    /// A different drug of the catalogue; doctors only.
    #[serde(default, rename = "drugId")]
    pub drug_id: Option<Uuid>,
}

/// A line's new usage, and for doctors its new drug.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct UpdateUsage {
    pub prescription: Named,
    pub medication: EditedMedication,
    pub usage: Usage,
    /// The total to dispense as typed by the doctor; empty text returns to the computed total.
    #[serde(default, rename = "toDispense")]
    pub to_dispense: Option<String>,
    /// Why it may cover more than 12 months, in the doctor's words (decision 158).
    #[serde(default, rename = "supplyReason")]
    pub supply_reason: Option<String>,
    /// Why a drug of a prohibited class is prescribed anyway; doctors only (decision 157).
    #[serde(default)]
    pub exception: Option<Exception>,
}

/// A line being edited; nothing is stored.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct CheckDirections {
    pub usage: Usage,
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub ingredients: Vec<Ingredient>,
    #[serde(default)]
    pub formulations: Vec<String>,
    #[serde(default)]
    pub administrations: Vec<String>,
    /// What the register adds to the name, such as `Vial`.
    #[serde(default)]
    pub container: Option<String>,
    #[serde(default, rename = "toDispense")]
    pub to_dispense: Option<String>,
    #[serde(default, rename = "supplyReason")]
    pub supply_reason: Option<String>,
    /// What a total was typed for, if there is one.
    #[serde(default)]
    pub before: Option<TypedBefore>,
}

/// A typed total, with the drug and usage it was typed for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct TypedBefore {
    #[serde(rename = "toDispense")]
    pub to_dispense: String,
    pub name: String,
    pub ingredients: Vec<Ingredient>,
    pub formulations: Vec<String>,
    pub usage: Usage,
}

/// The prescription whose pharmacy is changed.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::prescriptions) struct DrPharmacyOf {
    #[serde(rename = "_id")]
    pub id: Uuid,
    #[serde(default)]
    pub version: Option<i64>,
    #[serde(default, rename = "drPharmacy")]
    pub dr_pharmacy: Option<PharmacyRef>,
}

/// A change of the pharmacy.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct SetDrPharmacy {
    pub prescription: DrPharmacyOf,
}

/// Another pharmacy, named by the patient.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct NamePharmacy {
    #[serde(rename = "prescriptionId")]
    pub prescription_id: Uuid,
    /// The version that the patient saw.
    #[serde(default)]
    pub version: Option<i64>,
    pub pharmacy: PharmacyRef,
}

/// The text of a prescription.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct TextData {
    #[serde(rename = "prescriptionId")]
    pub prescription_id: Uuid,
    pub text: String,
    #[serde(default)]
    pub version: Option<i64>,
}

/// A change of the text.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct SetText {
    pub data: TextData,
}

/// A doctor's signature.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct Sign {
    #[serde(rename = "prescriptionId")]
    pub prescription_id: Uuid,
    /// Strokes of points [x, y, milliseconds].
    #[serde(default)]
    pub strokes: Vec<Vec<[f64; 3]>>,
    /// Keyboard alternative: marks the sheet for ink signing (decision 138).
    #[serde(default)]
    pub password: Option<String>,
    /// The doctors whose decisions on approved lines the signer takes over; all of them must be named.
    #[serde(default, rename = "takeOver")]
    pub take_over: Vec<Uuid>,
    #[serde(default)]
    pub version: Option<i64>,
}

/// A fax to the pharmacy on record.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct QueueFax {
    #[serde(rename = "prescriptionId")]
    pub prescription_id: Uuid,
    #[serde(default, rename = "personId")]
    pub person_id: Option<Uuid>,
    /// Accepted for compatibility with the contract: the number on record is dialled, never the page's.
    #[serde(default, rename = "faxNumber")]
    pub fax_number: Option<String>,
    /// Accepted for compatibility with the contract and never sent (decision 140).
    #[serde(default, rename = "dataURL")]
    pub data_url: Option<String>,
    #[serde(default, rename = "faxedBy")]
    pub faxed_by: Option<Uuid>,
}

/// Which sheet of a prescription.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(in crate::prescriptions) struct DocumentQuery {
    /// True for the sheet as it would be signed now, marked as a preview; the signed sheet when absent.
    pub preview: Option<bool>,
}

/// An encounter with the patient, to be recorded.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct RecordEncounter {
    #[serde(rename = "prescriptionId")]
    pub prescription_id: Uuid,
    #[schemars(with = "EncounterKind")]
    pub kind: String,
    pub start: DateTime<Utc>,
    pub end: DateTime<Utc>,
    /// The doctor who saw the patient; if absent, the doctor who records it or who reviewed the request.
    #[serde(default, rename = "seenBy")]
    pub seen_by: Option<Uuid>,
}
