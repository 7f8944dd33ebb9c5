// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of waiting work.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use salal_people::people::PersonRef;

salal_domain::codes! {
    /// What a job tells the partner clinic.
    pub(super) enum ClinicWork {
        /// Makes or finds the patient's record.
        Chart = "chart",
        Profile = "profile",
        /// The preferred pharmacy.
        Pharmacy = "pharmacy",
        /// An encounter note.
        Note = "note",
        Other = "other",
    }

    /// The state of a job for the partner clinic.
    pub(super) enum WaitingState {
        Waiting = "waiting",
        Running = "running",
        /// It failed, or staff cancelled it.
        GivenUp = "givenUp",
        Done = "done",
    }

    /// Which jobs for the partner clinic to list.
    pub(super) enum ClinicQueueState {
        /// Not ended yet.
        Waiting = "waiting",
        GivenUp = "givenUp",
        Done = "done",
    }

    /// Why staff cancel a job for the partner clinic.
    pub(super) enum GiveUpReason {
        ByHand = "byHand",
        NotNeeded = "notNeeded",
        OtherChart = "otherChart",
        Other = "other",
    }

    /// Work waiting for staff, besides prescriptions.
    pub(super) enum OtherWorkKind {
        Sleep = "sleep",
        LabTest = "labtest",
    }
}

/// A job for the partner clinic.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct WaitingJob {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// What is to be done, as text; without its content.
    pub what: &'static str,
    pub kind: ClinicWork,
    pub person: PersonRef,
    pub state: WaitingState,
    /// Why it is not done, as text.
    pub why: Option<String>,
    pub tries: i64,
    #[serde(rename = "mostTries")]
    pub most_tries: i64,
    #[serde(rename = "nextTry")]
    pub next_try: Option<DateTime<Utc>>,
    #[serde(rename = "createdAt")]
    pub created_at: DateTime<Utc>,
    #[serde(rename = "endedAt")]
    pub ended_at: Option<DateTime<Utc>>,
    /// Who cancelled it; null if it failed by itself.
    #[serde(rename = "endedBy")]
    pub ended_by: Option<PersonRef>,
}

/// The clinic does not respond and its jobs are paused.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ClinicOutage {
    pub since: DateTime<Utc>,
    /// When the next job probes the clinic.
    pub until: DateTime<Utc>,
    pub failures: i64,
}

/// A page of the jobs for the partner clinic.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ClinicQueue {
    pub items: Vec<WaitingJob>,
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
    pub waiting: i64,
    #[serde(rename = "givenUp")]
    pub given_up: i64,
    pub outage: Option<ClinicOutage>,
}

/// The page of jobs to show.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ClinicQueueQuery {
    /// Jobs a page: 1 to 100; 20 when absent.
    pub limit: Option<u32>,
    /// The `nextCursor` of the previous page; the first page when absent.
    pub cursor: Option<String>,
    /// Which jobs; those that are waiting when absent.
    #[schemars(with = "Option<ClinicQueueState>")]
    pub state: Option<String>,
}

/// Cancels a job for the partner clinic.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GiveUp {
    /// One of the list: a free text could contain health information.
    #[schemars(with = "GiveUpReason")]
    pub reason: String,
}

/// The paused jobs are tried again now.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Woken {
    /// How many are waiting.
    pub waiting: i64,
}

/// Other work waiting for staff, besides prescriptions.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct OtherWork {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// Also the section of the patient page.
    pub kind: OtherWorkKind,
    pub person: PersonRef,
    pub since: DateTime<Utc>,
}
