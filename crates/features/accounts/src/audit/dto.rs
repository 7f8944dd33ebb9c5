// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of the audit log: who has opened a record, and the administrators' search.

use chrono::{DateTime, NaiveDate, Utc};
use salal_platform::totals::Total;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use salal_people::people::PersonRef;

salal_domain::codes! {
    /// The role of who opened or changed a record, as display text.
    pub(super) enum ActorLabel {
        Doctor = "Doctor",
        Office = "Office",
        CustomerService = "Customer service",
        Administrator = "Administrator",
        Patient = "Patient",
        /// The owner, who reads their own log.
        You = "You",
        /// The holder of an emailed link, for the owner of the record.
        YourLink = "Someone with your link",
        /// The holder of an emailed link, for administrators.
        Link = "Someone with a link",
        Terminal = "At the terminal",
        /// What was done at the terminal, for the owner of the record.
        Clinic = "The clinic",
        /// Someone who could not prove who they are.
        Unknown = "Someone unknown",
    }
}

/// One opening or change of a record.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct AccessLogEntry {
    pub at: DateTime<Utc>,
    /// Null for someone with an emailed link.
    pub by: Option<PersonRef>,
    /// In which role, as display text for the owner of the record.
    pub role: ActorLabel,
    /// What was done, as a sentence.
    pub what: String,
}

/// A page of who opened a record, newest first.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct AccessLog {
    pub items: Vec<AccessLogEntry>,
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
}

/// The page of the log to show.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct AccessLogQuery {
    /// Entries a page: 1 to 100; 20 when absent.
    pub limit: Option<u32>,
    /// The `nextCursor` of the previous page; the first page when absent.
    pub cursor: Option<String>,
}

/// Whose record.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ById {
    /// The person whose record was opened.
    pub id: Uuid,
}

/// The filters; absent or null ones match everything. Days are in the clinic's time zone.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
pub(super) struct AuditFilters {
    /// Only openings of this person's record.
    pub patient: Option<Uuid>,
    /// Only openings by this person.
    pub accessed_by: Option<Uuid>,
    /// From this day on.
    pub start_date: Option<NaiveDate>,
    /// Up to and including this day.
    pub end_date: Option<NaiveDate>,
}

/// A search of the audit log (decision 110): the four filters, either directly or inside `filters`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
pub(super) struct AuditSearch {
    /// The filters, as the page groups them.
    pub filters: Option<AuditFilters>,
    /// Only openings of this person's record.
    pub patient: Option<Uuid>,
    /// Only openings by this person.
    pub accessed_by: Option<Uuid>,
    /// From this day on.
    pub start_date: Option<NaiveDate>,
    /// Up to and including this day.
    pub end_date: Option<NaiveDate>,
    /// Entries a page: 1 to 100; 10 when absent.
    pub limit: Option<u32>,
    /// The `nextCursor` of the previous page; the first page when absent.
    pub cursor: Option<String>,
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
    /// In which role, as display text.
    pub role: ActorLabel,
    /// What was done, as a sentence.
    pub what: String,
    pub created_at: DateTime<Utc>,
}

/// A page of the audit log, newest first.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AuditPage {
    pub items: Vec<AuditRecord>,
    pub next_cursor: Option<String>,
    #[serde(flatten)]
    pub total: Total,
}

/// Part of a name, an email address or a health number, for the options of a select.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ChoicesQuery {
    /// The text typed so far; everyone when absent.
    pub q: Option<String>,
}

/// An access reported by the page itself (decision 27): the server has recorded it already.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct RecordAccess {
    /// The person whose record was opened.
    pub patient_id: Uuid,
    /// The signed-in person; anyone else is refused (decision 5).
    #[serde(default)]
    pub accessed_by: Option<Uuid>,
}

/// The access is in the log.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Recorded {
    pub message: &'static str,
}
