// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of messages, with the contract's field names.

use chrono::{DateTime, Utc};
use salal_domain::codes;
use salal_domain::eligibility::{DocumentOther, DocumentStatus};
use salal_domain::messages::{MessageGroup, MessageTag};
use salal_domain::prescriptions::status::{PrescriptionStatus, Work};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use salal_people::people::PersonRef;
use salal_reference::uploads::FileRef;

use crate::api::FileField;

/// The plan's response for a person's card.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct CardState {
    pub status: DocumentStatus,
    pub other: Option<DocumentOther>,
}

/// The author of a message.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct MessagePerson {
    #[serde(flatten)]
    pub person: PersonRef,
    /// For a patient, shown to staff.
    #[serde(rename = "HealthDocuments")]
    pub health_documents: Vec<CardState>,
}

/// Fields shared by lists and the opened message.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the contract's marks of a message, one by one"
)]
pub(super) struct MessageHead {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub subject: String,
    /// Null: sent by the product itself.
    pub from: Option<MessagePerson>,
    pub to: Vec<PersonRef>,
    /// The group, if it is addressed to one.
    #[serde(rename = "toGroup")]
    pub to_group: Option<GroupName>,
    /// The patient it is about.
    pub about: Option<PersonRef>,
    #[serde(rename = "createdAt")]
    pub created_at: DateTime<Utc>,
    #[serde(rename = "updatedAt")]
    pub updated_at: DateTime<Utc>,
    #[serde(rename = "isRead")]
    pub is_read: bool,
    #[serde(rename = "isArchive")]
    pub is_archive: bool,
    /// Decision 60: unread, and the last text is not the viewer's.
    pub unread: bool,
    /// Who answered last.
    #[serde(rename = "repliedBy")]
    pub replied_by: Option<PersonRef>,
    #[serde(rename = "replyCount")]
    pub reply_count: i64,
    /// Whether a bill was created for it.
    pub bill: bool,
    pub files: Vec<FileRef>,
    pub prescription: Option<Uuid>,
    #[serde(rename = "sleepAssessment")]
    pub sleep_assessment: Option<Uuid>,
    pub labtest: Option<Uuid>,
    pub note: Option<Uuid>,
    /// The prescription's current status code.
    pub status: Option<PrescriptionStatus>,
    /// The prescription's number as displayed: P-20418.
    pub label: Option<String>,
    /// The clinic's next action on the prescription, for staff.
    pub work: Option<Work>,
    /// What is wrong with the patient's card.
    pub tags: Vec<MessageTag>,
    /// Whether the subject is struck through.
    pub struck: bool,
    /// Whether the reply box is shown.
    #[serde(rename = "canReply")]
    pub can_reply: bool,
}

/// A row of a list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct MessageRow {
    #[serde(flatten)]
    pub head: MessageHead,
    /// The beginning of the newest text; the opened message has the full text.
    pub message: String,
    /// The same, with 80 characters and an ellipsis.
    pub preview: String,
    /// Whether the newest text, all of it, asks something.
    pub asks: bool,
}

/// A reply.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct ReplyView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub from: PersonRef,
    pub message: String,
    #[serde(rename = "repliedAt")]
    pub replied_at: DateTime<Utc>,
    pub files: Vec<FileRef>,
    /// Written through an emailed link.
    #[serde(rename = "byLink")]
    pub by_link: bool,
}

/// An opened message.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct MessageView {
    #[serde(flatten)]
    pub head: MessageHead,
    pub message: String,
    /// Oldest first.
    pub replies: Vec<ReplyView>,
}

/// A page of messages.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct MessageList {
    pub items: Vec<MessageRow>,
    /// Names the next page; null on the last.
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
    /// Counted up to 1000.
    pub total: i64,
    /// Whether there are more than `total`.
    #[serde(rename = "isMore")]
    pub is_more: bool,
}

codes! {
    /// The name of a group of staff.
    pub(super) enum GroupName {
        CustomerService = "Customer Service",
        Doctor = "Doctor",
        Office = "Office",
    }

    /// The order of a list of messages.
    pub(super) enum UpdatedSort {
        OldestFirst = "updatedAt",
        NewestFirst = "-updatedAt",
    }
}

impl From<MessageGroup> for GroupName {
    fn from(group: MessageGroup) -> Self {
        match group {
            MessageGroup::CustomerService => Self::CustomerService,
            MessageGroup::Doctor => Self::Doctor,
            MessageGroup::Office => Self::Office,
        }
    }
}

/// Which page of a list of messages, and in what order.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct MessagesQuery {
    /// How many at most: 1 to 100; 10 when absent.
    pub limit: Option<u32>,
    /// `nextCursor` of the page before; the first page when absent.
    pub cursor: Option<String>,
    /// By the time of the last text; the newest first when absent.
    #[schemars(with = "Option<UpdatedSort>")]
    pub sort: Option<String>,
}

/// The number of unread messages.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct UnreadCount {
    pub count: i64,
}

/// A message by its id.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ByMessage {
    pub id: Uuid,
}

/// Marks a message as read or unread.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MarkRead {
    pub id: Uuid,
    /// False marks it as unread.
    #[serde(default, rename = "isRead")]
    pub is_read: Option<bool>,
}

/// Archives a message, or restores it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PutAway {
    #[serde(rename = "messageId")]
    pub message_id: Uuid,
    #[serde(default, rename = "personId")]
    pub person_id: Option<Uuid>,
}

/// The fields of a new message; its files are sent along.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(transform = FileField::many("files"))]
pub(super) struct Compose {
    /// The signed-in person, when given.
    #[serde(default)]
    pub from: String,
    /// Customer Service, or the id of a person.
    #[serde(default)]
    pub to: String,
    #[serde(default)]
    pub subject: String,
    #[serde(default)]
    pub message: String,
}

/// The fields of a reply inside the product.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "the names are the wire's")]
#[schemars(transform = FileField::many("files"))]
pub(super) struct Reply {
    pub id: Uuid,
    /// The signed-in person, when given.
    #[serde(default)]
    pub from: String,
    /// Accepted for compatibility with the contract; a reply goes to the other side of its message.
    #[serde(default)]
    #[expect(
        dead_code,
        reason = "the record's other side is used, never the page's"
    )]
    pub to: String,
    #[serde(default)]
    pub message: String,
    /// How many replies were shown: if there are newer ones, the author is told first.
    #[serde(default, rename = "replyCount")]
    pub reply_count: String,
}

/// The fields of a reply by link.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(transform = FileField::many("files"))]
pub(super) struct ReplyByLink {
    /// Both halves of the link with a slash between them, or the second half.
    pub id: String,
    /// The first half, unless `id` has it.
    #[serde(default)]
    pub person: String,
    /// The same, as the contract names it.
    #[serde(default)]
    pub from: String,
    #[serde(default)]
    pub message: String,
}

/// A file of a message read by link.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct LinkedFile {
    #[serde(flatten)]
    pub file: FileRef,
    /// The address of its content, for the holder of the link.
    pub url: String,
}

/// A message read by link.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct LinkedMessage {
    pub subject: String,
    pub message: String,
    pub from: Option<PersonRef>,
    #[serde(rename = "createdAt")]
    pub created_at: DateTime<Utc>,
    pub files: Vec<LinkedFile>,
}

/// What an emailed link shows.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct MessageInfo {
    #[serde(rename = "isReplied")]
    pub is_replied: bool,
    #[serde(rename = "isExpired")]
    pub is_expired: bool,
    pub person: PersonRef,
    /// Null once it was answered: the link then shows nothing more.
    pub message: Option<LinkedMessage>,
}

/// A reply by link was received.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct RepliedByLink {
    #[serde(rename = "isReplied")]
    pub is_replied: bool,
    pub person: PersonRef,
}

/// What was sent.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Notified {
    /// The text to show.
    pub message: String,
}

/// A reply template of the clinic.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "MessageTemplate")]
pub(super) struct TemplateView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
    /// With placeholders such as {FirstName}.
    pub body: String,
    pub version: i64,
    #[serde(rename = "updatedAt")]
    pub updated_at: DateTime<Utc>,
    #[serde(rename = "updatedBy")]
    pub updated_by: PersonRef,
}

/// A reply template to be added.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewTemplate {
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub body: String,
}

/// A reply template to be changed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ChangedTemplate {
    /// The version seen; a newer one is a conflict.
    pub version: i64,
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub body: String,
}

/// The version of what is deleted.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AtVersion {
    /// The version seen; a newer one is a conflict.
    pub version: i64,
}
