//! Messages on the wire.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::features::people::PersonRef;

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct MessageView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub subject: String,
    pub message: String,
    /// None: the product itself.
    pub from: Option<PersonRef>,
    /// The patient it is about.
    pub about: Option<PersonRef>,
    #[serde(rename = "createdAt")]
    pub created_at: DateTime<Utc>,
    #[serde(rename = "updatedAt")]
    pub updated_at: DateTime<Utc>,
    #[serde(rename = "isRead")]
    pub is_read: bool,
    /// The prescription it belongs to.
    pub prescription: Option<Uuid>,
    /// The prescription's status code now.
    pub status: Option<String>,
    /// Not Eligible, Eligibility Pending, Name MisMatch, Invalid Birthdate.
    pub tags: Vec<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct MessageList {
    pub items: Vec<MessageView>,
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
    pub total: i64,
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct MessagesQuery {
    pub limit: Option<u32>,
    pub cursor: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct UnreadCount {
    pub count: i64,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MarkRead {
    pub id: Uuid,
}
