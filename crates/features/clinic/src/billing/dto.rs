// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of billing, with the contract's field names.

use chrono::{DateTime, NaiveDate, Utc};
use salal_domain::billing::state::{BillEventKind, BillState};
use salal_domain::prescriptions::status::EncounterKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use salal_people::people::PersonRef;

/// A diagnosis code as a search result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(in crate::billing) struct DiagnosisView {
    pub code: String,
    pub description: String,
}

/// The defaults of a class of medications.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(in crate::billing) struct MedicationBillView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub tc_ahfs_number: String,
    #[serde(rename = "diagnosisCode")]
    pub diagnosis_code: Option<String>,
    /// The text of the code; null when it is in no list.
    pub diagnosis: Option<String>,
    pub question: Option<String>,
    #[serde(rename = "createdAt")]
    pub created_at: DateTime<Utc>,
    pub version: i64,
}

/// A page of the defaults of classes, by class number.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::billing) struct MedicationBillPage {
    pub items: Vec<MedicationBillView>,
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
    pub total: u64,
}

/// The page of defaults to show.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(in crate::billing) struct MedicationBillQuery {
    /// Classes a page: 1 to 100; 10 when absent.
    pub limit: Option<u32>,
    /// The `nextCursor` of the previous page; the first page when absent.
    pub cursor: Option<String>,
    /// The prefix of class numbers.
    pub q: Option<String>,
}

/// The diagnosis code of a class; null when none is stored.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::billing) struct ClassDiagnosis {
    pub tc_ahfs_number: String,
    #[serde(rename = "diagnosisCode")]
    pub diagnosis_code: Option<String>,
    pub diagnosis: Option<String>,
    /// The version of the class's defaults; null when there are none.
    pub version: Option<i64>,
}

/// The question of a class; null when none is stored.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::billing) struct ClassQuestion {
    pub tc_ahfs_number: String,
    pub question: Option<String>,
    /// The version of the class's defaults; null when there are none.
    pub version: Option<i64>,
}

/// Stores a code or a question; an empty one is unchanged.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::billing) struct RememberForClass {
    /// The class's AHFS number.
    pub tc_ahfs_number: String,
    /// The diagnosis code to be stored.
    #[serde(default, rename = "diagnosisCode")]
    pub diagnosis_code: Option<String>,
    /// The question to be stored.
    #[serde(default)]
    pub question: Option<String>,
    /// The version seen; required to replace an existing code or question.
    #[serde(default)]
    pub version: Option<i64>,
}

/// The defaults of a class were stored.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::billing) struct Remembered {
    pub message: String,
    #[serde(rename = "medicationBill")]
    pub medication_bill: MedicationBillView,
}

/// A visit to bill.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::billing) struct BillObj {
    /// The patient.
    #[serde(rename = "personId")]
    pub person_id: Uuid,
    /// The prescription of the visit.
    #[serde(rename = "prescriptionId")]
    pub prescription_id: Uuid,
    /// A code of the diagnosis list.
    #[serde(rename = "diagnosisCode")]
    pub diagnosis_code: String,
    /// A fee item of the plan.
    #[serde(rename = "serviceCode")]
    pub service_code: String,
    /// When the visit began, UTC.
    #[serde(rename = "serviceStartTime")]
    pub service_start_time: DateTime<Utc>,
    /// When the visit ended, UTC.
    #[serde(rename = "serviceEndTime")]
    pub service_end_time: DateTime<Utc>,
    /// How the visit took place.
    #[serde(rename = "billWay")]
    pub bill_way: BillWay,
    /// The doctor who saw the patient; if absent, according to the record.
    #[serde(default, rename = "seenBy")]
    pub seen_by: Option<Uuid>,
}

salal_domain::codes! {
    /// The means of the visit.
    pub enum BillWay {
        Phone = "phone",
        Msg = "msg",
    }
}

impl BillWay {
    /// The encounter that it is billed for.
    pub(in crate::billing) fn encounter_kind(self) -> EncounterKind {
        match self {
            Self::Phone => EncounterKind::Phone,
            Self::Msg => EncounterKind::Msg,
        }
    }
}

/// Bills a visit.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::billing) struct NewBill {
    /// The visit.
    #[serde(rename = "billObj")]
    pub bill_obj: BillObj,
}

/// The fields of a bill that can be changed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::billing) struct BillChange {
    /// A code of the diagnosis list.
    #[serde(rename = "diagnosisCode")]
    pub diagnosis_code: String,
    /// A fee item of the plan.
    #[serde(rename = "serviceCode")]
    pub service_code: String,
    /// When the visit began, UTC.
    #[serde(rename = "serviceStartTime")]
    pub service_start_time: DateTime<Utc>,
    /// When the visit ended, UTC.
    #[serde(rename = "serviceEndTime")]
    pub service_end_time: DateTime<Utc>,
    /// Sent to the plan with the next claim; required for a rejected claim.
    #[serde(default)]
    pub note: Option<String>,
}

/// Changes a bill.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::billing) struct ChangeBill {
    /// The fields that can be changed, all of them.
    #[serde(rename = "billObj")]
    pub bill_obj: BillChange,
    /// The version seen by the caller.
    pub version: i64,
}

/// Whether the visit was billed before; no bill is created then.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::billing) struct BillAnswer {
    #[serde(rename = "isExistBill")]
    pub is_exist_bill: bool,
    pub message: String,
    /// The bill that was created.
    pub bill: Option<BillView>,
}

/// The prescription of a bill.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(in crate::billing) struct BilledPrescription {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// P-20418
    pub label: String,
}

/// A remittance code with its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(in crate::billing) struct CodeView {
    pub code: String,
    /// Null when it is in no list.
    pub text: Option<String>,
}

/// One entry of a bill's history.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(in crate::billing) struct BillEventView {
    pub kind: BillEventKind,
    /// Display text of the kind.
    pub text: String,
    pub at: DateTime<Utc>,
    pub by: Option<PersonRef>,
    pub codes: Vec<CodeView>,
    pub amount: Option<f64>,
    pub detail: Option<String>,
}

/// A visit billed to the plan.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "BillView")]
pub(in crate::billing) struct BillView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// Our number on claims, seven digits.
    pub folio: String,
    pub person: PersonRef,
    pub prescription: BilledPrescription,
    pub practitioner: PersonRef,
    #[serde(rename = "billWay")]
    pub bill_way: BillWay,
    #[serde(rename = "diagnosisCode")]
    pub diagnosis_code: String,
    pub diagnosis: Option<String>,
    #[serde(rename = "serviceCode")]
    pub service_code: String,
    /// `13437 age 2-49`
    pub service: String,
    #[serde(rename = "serviceDate")]
    pub service_date: NaiveDate,
    #[serde(rename = "serviceStartTime")]
    pub service_start_time: DateTime<Utc>,
    #[serde(rename = "serviceEndTime")]
    pub service_end_time: DateTime<Utc>,
    pub amount: f64,
    pub paid: f64,
    pub status: BillState,
    #[serde(rename = "statusText")]
    pub status_text: String,
    /// Why it was left out of the last file.
    #[serde(rename = "waitsFor")]
    pub waits_for: Option<String>,
    pub note: Option<String>,
    #[serde(rename = "canEdit")]
    pub can_edit: bool,
    /// Oldest first.
    pub history: Vec<BillEventView>,
    #[serde(rename = "createdAt")]
    pub created_at: DateTime<Utc>,
    pub version: i64,
}
