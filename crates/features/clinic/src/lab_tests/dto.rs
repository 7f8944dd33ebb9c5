// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of lab results, with the contract's field names and additions for doctors.

use chrono::{DateTime, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use salal_people::people::PersonRef;

/// One result, as reported by the laboratory.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LabItemView {
    /// What was ordered.
    pub group: String,
    pub name: String,
    pub value: Option<String>,
    pub unit: String,
    /// The laboratory's reference range.
    pub range: String,
    /// The laboratory's own flag, such as `H`; empty when there is none.
    pub flag: String,
    /// The meaning of the flag.
    pub flag_words: Option<String>,
    /// The laboratory flagged it as abnormal.
    pub is_marked: bool,
    /// Display text, if it is not simply final.
    pub status: Option<String>,
    pub comments: Vec<String>,
}

/// A version replaced by a later report.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EarlierLabTest {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub version: i64,
    pub created_at: DateTime<Utc>,
    pub reported_at: Option<DateTime<Utc>>,
    pub items: Vec<LabItemView>,
    pub comments: Vec<String>,
    pub acknowledged_at: Option<DateTime<Utc>>,
    pub acknowledged_by: Option<PersonRef>,
}

/// The current results of an order.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LabTestView {
    /// The id of the newest version.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// When it arrived here.
    pub created_at: DateTime<Utc>,
    /// The names of its groups.
    pub title: String,
    pub lab: String,
    /// The laboratory's own number.
    pub order: String,
    /// 1 for the first report; higher for later reports.
    pub version: i64,
    pub collected_at: Option<DateTime<Utc>>,
    pub reported_at: Option<DateTime<Utc>>,
    /// The name on the report differs from the one on record.
    pub name_differs: bool,
    /// The name on the report.
    pub reported_name: String,
    pub comments: Vec<String>,
    pub items: Vec<LabItemView>,
    pub acknowledged_at: Option<DateTime<Utc>>,
    pub acknowledged_by: Option<PersonRef>,
    /// Newest first.
    pub earlier: Vec<EarlierLabTest>,
}

/// Acknowledges a result.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "the names are the wire's")]
pub(super) struct AcknowledgeLabTest {
    #[serde(rename = "personId")]
    pub person_id: Uuid,
    /// The message that led here; it is marked as read.
    #[serde(default, rename = "messageId")]
    pub message_id: Option<Uuid>,
    #[serde(rename = "labtestId")]
    pub labtest_id: Uuid,
}

/// A person whose health number is on a report.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LabCandidate {
    #[serde(flatten)]
    pub person: PersonRef,
    pub date_of_birth: Option<NaiveDate>,
}

/// A report without a matched patient.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LabExceptionView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub created_at: DateTime<Utc>,
    pub title: String,
    pub lab: String,
    pub order: String,
    /// Why it is here, in a sentence.
    pub reason: String,
    /// The name on the report.
    pub reported_name: String,
    pub date_of_birth: Option<NaiveDate>,
    pub health_numbers: Vec<String>,
    pub collected_at: Option<DateTime<Utc>>,
    pub reported_at: Option<DateTime<Utc>>,
    pub comments: Vec<String>,
    pub items: Vec<LabItemView>,
    /// Patients with that health number.
    pub candidates: Vec<LabCandidate>,
}

/// A page of the reports without a patient, oldest first.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LabExceptionPage {
    pub items: Vec<LabExceptionView>,
    /// Names the next page; null on the last.
    pub next_cursor: Option<String>,
    pub total: u64,
}

/// Which page of the reports without a patient.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ExceptionsAsked {
    /// `nextCursor` of the page before; the first page when absent.
    pub cursor: Option<String>,
}

/// Files a report under a patient.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct FileLabException {
    pub exception_id: Uuid,
    /// The patient, as determined by a doctor.
    pub person_id: Uuid,
}

/// Sets a report aside.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct SetAsideLabException {
    pub exception_id: Uuid,
    /// Why it belongs to no patient; stored.
    pub note: String,
}
