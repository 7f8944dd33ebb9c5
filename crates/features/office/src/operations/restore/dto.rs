// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of what is held after a restore.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use salal_people::people::PersonRef;

salal_domain::codes! {
    /// Why a held effect is released or taken over.
    pub(super) enum RestoreReason {
        /// The service was asked.
        AtService = "atService",
        /// Whoever was to get it was asked.
        ByRecipient = "byRecipient",
        /// It is needed in any case.
        Needed = "needed",
        Other = "other",
    }
}

/// An effect outside that waits for a person.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(in crate::operations) struct HeldEffect {
    /// The id of the job.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// The kind of job, such as `fax.send`.
    pub kind: String,
    /// What it does, as display text.
    pub what: &'static str,
    /// Whom it is about; null where it is about nobody, or the job does not say.
    pub person: Option<PersonRef>,
    /// When it was queued.
    pub since: DateTime<Utc>,
    /// It was queued before the backup was made: it may have been sent since.
    #[serde(rename = "mayHaveHappened")]
    pub may_have_happened: bool,
}

/// A restore whose effects are held.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(in crate::operations) struct RestoreHold {
    #[serde(rename = "restoredAt")]
    pub restored_at: DateTime<Utc>,
    /// The database is of this time: what happened later is not in it.
    #[serde(rename = "pointAt")]
    pub point_at: DateTime<Utc>,
    /// What the restore did, as sentences.
    pub told: Vec<String>,
    /// How many effects are held.
    pub held: u64,
    pub items: Vec<HeldEffect>,
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
}

/// What is held after a restore.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::operations) struct RestoreView {
    /// Null while nothing is held.
    pub hold: Option<RestoreHold>,
}

/// The page of held effects to show.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::operations) struct RestoreQuery {
    /// Effects a page: 1 to 100; 50 when absent.
    pub limit: Option<u32>,
    /// The `nextCursor` of the previous page; the first page when absent.
    pub cursor: Option<String>,
}

/// Why something held is released or taken over.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::operations) struct Decide {
    /// One of the list: a free text could contain health information.
    #[schemars(with = "RestoreReason")]
    pub reason: String,
}

/// One held effect.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::operations) struct ByJob {
    /// The id of the job.
    pub id: Uuid,
}
