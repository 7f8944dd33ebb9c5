// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of the fax queue.

use chrono::{DateTime, Utc};
use salal_domain::fax::{Answered, AttemptOutcome, ClarificationKind, FaxState};
use salal_domain::subjects::SubjectKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use salal_people::people::PersonRef;

salal_domain::codes! {
    /// Which faxes to list.
    pub(super) enum FaxFilter {
        /// All, those needing attention first.
        All = "all",
        /// Those needing attention.
        Trouble = "trouble",
        /// Waiting, being sent, or sent and not confirmed yet.
        Moving = "moving",
        Failed = "failed",
        Unknown = "unknown",
        Sent = "sent",
        Delivered = "delivered",
    }

    /// A part of a fax.
    pub(super) enum PaperPart {
        Pages = "pages",
        Cover = "cover",
    }
}

/// What a fax is about.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct FaxSubject {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// Which kind of record was faxed.
    pub kind: SubjectKind,
    /// P-20418
    pub label: String,
}

/// How many copies were sent, by whose request. The two are never added up: only the patient's are limited.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
#[expect(clippy::struct_field_names, reason = "the names are the wire's")]
pub(super) struct FaxCopies {
    /// Sent by the clinic, the first copy included.
    #[serde(rename = "byStaff")]
    pub by_staff: i64,
    /// Sent through the patient's link.
    #[serde(rename = "byLink")]
    pub by_link: i64,
    /// The limit through the patient's link; null if there is no such link.
    #[serde(rename = "byLinkMost")]
    pub by_link_most: Option<i64>,
}

/// A fax in the list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct FaxRow {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub subject: FaxSubject,
    pub person: PersonRef,
    #[serde(rename = "recipientName")]
    pub recipient_name: String,
    #[serde(rename = "toNumber")]
    pub to_number: String,
    pub state: FaxState,
    /// It failed or its outcome is unknown, and no one has acted on it yet.
    pub trouble: bool,
    pub reason: Option<String>,
    /// Its document is void: nothing of it is sent any more, also where this fax had arrived before.
    #[serde(rename = "isVoid")]
    pub is_void: bool,
    pub pages: Option<i64>,
    pub attempts: i64,
    /// 1 for the first copy.
    pub copy: i64,
    /// Requested through the patient's link.
    #[serde(rename = "byLink")]
    pub by_link: bool,
    /// The staff member who sent it; null if it was sent automatically.
    pub by: Option<PersonRef>,
    #[serde(rename = "queuedAt")]
    pub queued_at: DateTime<Utc>,
    #[serde(rename = "sentAt")]
    pub sent_at: Option<DateTime<Utc>>,
    #[serde(rename = "deliveredAt")]
    pub delivered_at: Option<DateTime<Utc>>,
    /// Who confirmed its arrival by telephone.
    #[serde(rename = "confirmedBy")]
    pub confirmed_by: Option<PersonRef>,
    pub copies: FaxCopies,
    /// Entries of the subject's clarifications.
    pub clarifications: i64,
    pub version: i64,
}

/// A page of faxes, what did not arrive first.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct FaxList {
    pub items: Vec<FaxRow>,
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
    /// How many faxes need attention, whatever the filter.
    pub trouble: i64,
}

/// The page of faxes to show.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FaxesQuery {
    /// Faxes a page: 1 to 100; 20 when absent.
    pub limit: Option<u32>,
    /// The `nextCursor` of the previous page; the first page when absent.
    pub cursor: Option<String>,
    /// Which faxes; all of them, what did not arrive first, when absent.
    #[schemars(with = "Option<FaxFilter>")]
    pub state: Option<String>,
    /// A label, a name, a recipient or a number; at least 3 characters.
    pub q: Option<String>,
}

/// One attempt to submit a fax to the service.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct FaxAttempt {
    pub number: i64,
    #[serde(rename = "startedAt")]
    pub started_at: DateTime<Utc>,
    #[serde(rename = "endedAt")]
    pub ended_at: Option<DateTime<Utc>>,
    pub outcome: AttemptOutcome,
    pub reason: Option<String>,
    /// The service's id of the fax.
    #[serde(rename = "providerId")]
    pub provider_id: Option<String>,
}

/// Another copy of the same subject.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct FaxCopy {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub copy: i64,
    pub state: FaxState,
    #[serde(rename = "byLink")]
    pub by_link: bool,
    #[serde(rename = "queuedAt")]
    pub queued_at: DateTime<Utc>,
}

/// Proof of the transmission.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct FaxProof {
    /// How the receiving machine identified itself.
    #[serde(rename = "remoteId")]
    pub remote_id: Option<String>,
    /// How that compares with the dialled number; null if no machine answered.
    pub machine: Option<Answered>,
    /// When the service reports having sent it.
    #[serde(rename = "transmittedAt")]
    pub transmitted_at: Option<DateTime<Utc>>,
    /// SHA-256 of the signed pages.
    #[serde(rename = "documentSha256")]
    pub document_sha256: String,
    /// SHA-256 of cover and pages together, as sent.
    #[serde(rename = "sentSha256")]
    pub sent_sha256: Option<String>,
    /// Whether the sent cover is stored.
    #[serde(rename = "hasCover")]
    pub has_cover: bool,
}

/// An entry of the clarifications with a pharmacy or a clinic; never changed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Clarification {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub kind: ClarificationKind,
    pub text: String,
    #[serde(rename = "needsDoctor")]
    pub needs_doctor: bool,
    pub by: PersonRef,
    pub at: DateTime<Utc>,
}

/// A fax with all its details.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct FaxDetail {
    #[serde(flatten)]
    pub fax: FaxRow,
    #[serde(rename = "attemptList")]
    pub attempt_list: Vec<FaxAttempt>,
    /// All copies of the subject, newest first, including this one.
    #[serde(rename = "copyList")]
    pub copy_list: Vec<FaxCopy>,
    /// Oldest first.
    #[serde(rename = "clarificationList")]
    pub clarification_list: Vec<Clarification>,
    pub proof: FaxProof,
    /// Why no copy can be sent again from here.
    #[serde(rename = "canSendAgain")]
    pub can_send_again: Option<String>,
    /// Why its arrival cannot be confirmed by telephone.
    #[serde(rename = "canConfirm")]
    pub can_confirm: Option<String>,
}

/// Sends one more copy.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SendAgain {
    /// The version seen by the caller.
    pub version: i64,
}

/// A fax arrived, as someone said by telephone.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Confirm {
    /// The version seen by the caller.
    pub version: i64,
    /// Who confirmed it at the pharmacy, and what they said.
    pub note: String,
}

/// What a pharmacy asked about a fax, or was told.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewClarification {
    /// The fax it is about.
    #[serde(rename = "faxId")]
    pub fax_id: Uuid,
    /// Who called or faxed whom; never confirmed.
    #[schemars(with = "ClarificationKind")]
    pub kind: String,
    /// What was said; 1 to 1000 characters.
    pub text: String,
    /// True asks the doctors.
    #[serde(default, rename = "needsDoctor")]
    pub needs_doctor: bool,
}

/// Which part of a fax.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PaperQuery {
    /// The pages when absent.
    #[schemars(with = "Option<PaperPart>")]
    pub part: Option<String>,
}
