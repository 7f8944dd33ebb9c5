// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of office invitations.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::dto::Said;
use salal_people::people::PersonRef;

/// Whom to invite as office staff.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Invite {
    /// The address that may register.
    pub email: String,
}

/// An invitation was sent.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Invited {
    pub data: Said,
}

/// The token of an invitation, from its link.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ConfirmToken {
    /// The token as in the link.
    pub token: String,
}

/// Whether an invitation can be used.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct TokenConfirmed {
    pub valid: bool,
    /// The invited address; no other can register with it.
    pub email: String,
    pub message: &'static str,
}

/// The page of invitations to show.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct InvitationsQuery {
    /// Invitations a page: 1 to 100; 10 when absent.
    pub limit: Option<u32>,
    /// The `nextCursor` of the previous page; the first page when absent.
    pub cursor: Option<String>,
}

salal_domain::codes! {
    /// State of an invitation.
    pub(super) enum InvitationState {
        /// It can be used.
        Open = "open",
        Used = "used",
        Revoked = "revoked",
        Expired = "expired",
    }
}

/// An invitation to sign up as office staff.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct InvitationView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub email: String,
    pub state: InvitationState,
    #[serde(rename = "createdAt")]
    pub created_at: DateTime<Utc>,
    #[serde(rename = "expiresAt")]
    pub expires_at: DateTime<Utc>,
    #[serde(rename = "invitedBy")]
    pub invited_by: PersonRef,
}

/// A page of invitations, newest first.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct InvitationList {
    pub items: Vec<InvitationView>,
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
    pub total: u64,
}
