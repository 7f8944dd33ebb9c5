// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of the audit log: who has opened a record, and the administrators' search.

use chrono::{DateTime, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::features::people::PersonRef;

/// One opening or change of a record.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct AccessLogEntry {
    pub at: DateTime<Utc>,
    /// Null for someone with an emailed link.
    pub by: Option<PersonRef>,
    /// Doctor, Office, Customer service, Administrator, You, or Someone with your link.
    pub role: &'static str,
    /// What was done, as a sentence.
    pub what: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct AccessLog {
    pub items: Vec<AccessLogEntry>,
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct AccessLogQuery {
    /// 1 to 100; 20 when absent.
    pub limit: Option<u32>,
    pub cursor: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ById {
    pub id: Uuid,
}

/// The filters; absent or null ones match everything. Days are in the clinic's time zone.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
pub(super) struct AuditFilters {
    pub patient: Option<Uuid>,
    pub accessed_by: Option<Uuid>,
    pub start_date: Option<NaiveDate>,
    pub end_date: Option<NaiveDate>,
}

/// A search of the audit log (decision 110): the four filters, either directly or inside `filters`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
pub(super) struct AuditSearch {
    pub filters: Option<AuditFilters>,
    pub patient: Option<Uuid>,
    pub accessed_by: Option<Uuid>,
    pub start_date: Option<NaiveDate>,
    pub end_date: Option<NaiveDate>,
    /// 1 to 100; 10 when absent.
    pub limit: Option<u32>,
    pub cursor: Option<Uuid>,
}

impl AuditSearch {
    pub(super) fn filters(&self) -> AuditFilters {
        let inner = self.filters.clone().unwrap_or_default();
        AuditFilters {
            patient: self.patient.or(inner.patient),
            accessed_by: self.accessed_by.or(inner.accessed_by),
            start_date: self.start_date.or(inner.start_date),
            end_date: self.end_date.or(inner.end_date),
        }
    }
}

/// One audit entry.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AuditRecord {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub patient: Option<PersonRef>,
    /// Null for someone with an emailed link, or a job.
    pub accessed_by: Option<PersonRef>,
    /// Doctor, Office, Customer service, Administrator, Patient, or Someone with a link.
    pub role: &'static str,
    /// What was done, as a sentence.
    pub what: String,
    pub created_at: DateTime<Utc>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AuditPage {
    pub items: Vec<AuditRecord>,
    pub next_cursor: Option<Uuid>,
    /// Counted up to 10,000.
    pub total: i64,
}

/// Part of a name, an email address or a health number, for the options of a select.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ChoicesQuery {
    pub q: Option<String>,
}

/// An access reported by the page itself (decision 27): the server has recorded it already.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct RecordAccess {
    pub patient_id: Uuid,
    /// The signed-in person; anyone else is refused (decision 5).
    #[serde(default)]
    pub accessed_by: Option<Uuid>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Recorded {
    pub message: &'static str,
}
