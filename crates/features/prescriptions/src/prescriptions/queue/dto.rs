// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of the review queue.

use chrono::{DateTime, NaiveDate, Utc};
use salal_domain::codes;
use salal_domain::eligibility::PersonFlag;
use salal_domain::fax::FaxState;
use salal_domain::prescriptions::status::{PrescriptionStatus, Work};
use salal_formats::drug_database::Ingredient;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use salal_exchange::payments::RefundState;
use salal_people::people::PersonRef;

codes! {
    /// Whose work to show.
    pub(in crate::prescriptions) enum QueueFilter {
        All = "all",
        /// Of the patients that the caller has claimed.
        Mine = "mine",
        /// Of the patients that no one has claimed.
        Unclaimed = "unclaimed",
        /// What the caller may begin with: of doctors, the patients that no colleague has claimed.
        Open = "open",
        /// The part of `open` that has little of its promise left, or none.
        Risk = "risk",
    }
}

/// Which part of the queue to list.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(in crate::prescriptions) struct QueueQuery {
    /// How many at most: 1 to 200; 50 when absent.
    pub limit: Option<u32>,
    /// `nextCursor` of the page before; the first page when absent.
    pub cursor: Option<String>,
    /// Whose work: all of it when absent.
    #[schemars(with = "Option<QueueFilter>")]
    pub filter: Option<String>,
    /// This next action only; all when absent.
    #[schemars(with = "Option<Work>")]
    pub work: Option<String>,
}

/// Who has claimed a patient's work.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ClaimView {
    pub by: PersonRef,
    pub at: DateTime<Utc>,
    pub mine: bool,
}

/// A prescription with open work.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct QueueRow {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// P-20418
    pub label: String,
    pub person: PersonRef,
    #[serde(rename = "DateOfBirth")]
    pub date_of_birth: Option<NaiveDate>,
    pub status: PrescriptionStatus,
    /// The next action.
    pub work: Work,
    /// When it became pending; for a failed fax, when that was known.
    pub since: DateTime<Utc>,
    /// The promised time: for a review, or for handling a failed fax.
    #[serde(rename = "promisedBy")]
    pub promised_by: Option<DateTime<Utc>>,
    pub lines: usize,
    pub undecided: usize,
    /// The first drug; `lines` gives the total number.
    pub drug: Option<QueueDrug>,
    /// Nothing can be sent to its pharmacy, which is no longer in the list or has another fax number by now.
    #[serde(rename = "pharmacyRefused")]
    pub pharmacy_refused: bool,
    /// The flags of the patient page.
    pub flags: Vec<PersonFlag>,
    /// State of the newest fax.
    pub fax: Option<FaxState>,
    pub refund: Option<RefundState>,
    pub claim: Option<ClaimView>,
}

/// A drug as named in a row.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct QueueDrug {
    pub name: String,
    /// Their strengths are part of the name.
    pub ingredients: Vec<Ingredient>,
}

/// How much work there is, by kind and by whose it is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct QueueCounts {
    pub all: i64,
    pub mine: i64,
    pub unclaimed: i64,
    pub review: i64,
    /// Failed faxes.
    pub fax: i64,
    pub send: i64,
    /// Approved for a pharmacy that is no longer in the list.
    pub pharmacy: i64,
    pub refund: i64,
    /// Reviews and failed faxes that are past the promised time.
    pub overdue: i64,
    /// What the caller may begin with.
    pub open: i64,
    /// The part of it that has little of its promise left, or none.
    pub risk: i64,
}

/// A page of the queue, oldest first.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(in crate::prescriptions) struct QueueList {
    pub items: Vec<QueueRow>,
    /// Names the next page; null on the last.
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
    pub counts: QueueCounts,
}

/// The patient in a path.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::prescriptions) struct Patient {
    /// The patient's id.
    #[serde(rename = "personId")]
    pub person_id: Uuid,
}

/// Claims a patient's work.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct ClaimPatient {
    #[serde(rename = "personId")]
    pub person_id: Uuid,
    /// Take over a colleague's claim; requested and confirmed by the user.
    #[serde(default, rename = "takeOver")]
    pub take_over: bool,
}

/// Releases the caller's claim.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct ReleasePatient {
    #[serde(rename = "personId")]
    pub person_id: Uuid,
}

/// Asks for the next patient without a claim.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct NextPatient {
    /// The patient being left.
    #[serde(default)]
    pub after: Option<Uuid>,
}

/// The claimed patient.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(in crate::prescriptions) struct ClaimedView {
    /// Null when no patient is waiting.
    #[serde(rename = "personId")]
    pub person_id: Option<Uuid>,
    pub claim: Option<ClaimView>,
}
