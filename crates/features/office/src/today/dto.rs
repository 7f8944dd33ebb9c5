// SPDX-License-Identifier: AGPL-3.0-or-later

//! The response of the first page.

use chrono::{DateTime, Utc};
use salal_domain::fax::FaxState;
use salal_domain::subjects::SubjectKind;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use salal_people::people::PersonRef;
use salal_prescriptions::prescriptions::{ClinicDay, QueueCounts, QueueRow};

salal_domain::codes! {
    /// What failed, or is without an outcome.
    pub(super) enum FailedKind {
        Fax = "fax",
        Payment = "payment",
        Refund = "refund",
    }
}

/// The first page of doctors and office staff.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct TodayView {
    /// The server's time, from which the ages on the page count.
    pub now: DateTime<Utc>,
    pub queue: TodayQueue,
    pub failed: TodayFailed,
    /// The installation was restored from a backup and holds what would be sent; null in ordinary times.
    pub restored: Option<TodayRestored>,
    pub day: ClinicDay,
    #[serde(rename = "alsoOpen")]
    pub also_open: AlsoOpen,
}

/// What the caller may begin with.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct TodayQueue {
    /// The first rows of the queue's filter `open`, what runs out first before the others.
    pub items: Vec<QueueRow>,
    /// What has waited longest of all of it; null while nothing waits.
    pub oldest: Option<QueueRow>,
    pub counts: QueueCounts,
    /// Hours within which a request is to be reviewed.
    #[serde(rename = "promiseHours")]
    pub promise_hours: i64,
}

/// The installation was restored from a backup.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct TodayRestored {
    /// The records are of this time: what happened later is not in them.
    #[serde(rename = "pointAt")]
    pub point_at: DateTime<Utc>,
    /// How many effects wait until an administrator releases them.
    pub held: u64,
}

/// What waits for a person, or has no confirmed end.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct TodayFailed {
    /// Faxes first, then money, the oldest of it first.
    pub items: Vec<FailedItem>,
    /// How many there are, listed or not.
    pub total: i64,
    /// How many faxes need attention, as the fax desk counts them.
    pub faxes: i64,
}

/// One thing that failed.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct FailedItem {
    pub kind: FailedKind,
    /// Of the fax, or of what was paid for.
    #[serde(rename = "_id")]
    pub id: Uuid,
    #[serde(rename = "subjectKind")]
    pub subject_kind: SubjectKind,
    #[serde(rename = "subjectId")]
    pub subject_id: Uuid,
    pub person: PersonRef,
    pub since: DateTime<Utc>,
    pub fax: Option<FailedFax>,
    /// Of a payment or a refund, in dollars.
    pub amount: Option<f64>,
}

/// A fax that needs attention.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct FailedFax {
    /// P-20418
    pub label: String,
    #[serde(rename = "recipientName")]
    pub recipient_name: String,
    #[serde(rename = "toNumber")]
    pub to_number: String,
    pub state: FaxState,
    pub reason: Option<String>,
}

/// Other lists with open entries.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct AlsoOpen {
    /// What waits for the partner clinic's record system.
    #[serde(rename = "clinicQueue")]
    pub clinic_queue: i64,
    /// Laboratory reports without a patient; null for callers who cannot read them.
    #[serde(rename = "labExceptions")]
    pub lab_exceptions: Option<i64>,
}
