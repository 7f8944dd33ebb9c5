// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of suggestions, with the contract's field names.

use chrono::{DateTime, Utc};
use salal_platform::totals::Total;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::people::PersonRef;
use salal_reference::uploads::FileRef;

/// A suggestion with a screenshot as a data URL (PNG or JPEG, 5 MB at most).
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReportProblem {
    /// Absent or empty: without a screenshot.
    #[serde(default, rename = "dataURL")]
    pub data_url: Option<String>,
    pub message: String,
    /// The signed-in person; anyone else is refused (decision 5).
    #[serde(default, rename = "personId")]
    pub person_id: Option<Uuid>,
}

/// The suggestion was received.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Reported {
    /// The text to show.
    pub message: String,
}

/// A suggestion as shown to administrators.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ProblemView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub message: String,
    pub person: PersonRef,
    #[serde(rename = "createdAt")]
    pub created_at: DateTime<Utc>,
    #[serde(rename = "isRead")]
    pub is_read: bool,
    pub file: Option<FileRef>,
}

/// A page of suggestions, newest first.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ProblemPage {
    pub items: Vec<ProblemView>,
    /// Names the next page; null on the last.
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
    #[serde(flatten)]
    pub total: Total,
}

/// Which page of suggestions.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ProblemQuery {
    /// How many at most: 1 to 100; 10 when absent.
    pub limit: Option<u32>,
    /// `nextCursor` of the page before; the first page when absent.
    pub cursor: Option<String>,
}

/// Marks a suggestion as read.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AcknowledgeProblem {
    pub id: Uuid,
}

/// The number of unread suggestions.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct UnreadProblems {
    pub count: u64,
}
