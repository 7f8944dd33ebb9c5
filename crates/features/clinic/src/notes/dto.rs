// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of notes, with the contract's field names.

use chrono::{DateTime, Utc};
use salal_domain::notes::SendingTo;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use salal_exchange::clinic_notes::ClinicNoteState;
use salal_people::people::PersonRef;
use salal_reference::uploads::FileRef;

/// The text of a note, as signed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct NoteVersion {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// 1 for the first.
    pub revision: i64,
    /// With its signature.
    pub text: String,
    /// The person's text, without any marker.
    pub written: String,
    pub from: PersonRef,
    #[serde(rename = "createdAt")]
    pub created_at: DateTime<Utc>,
}

/// Who acknowledged a reply, and when.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Acknowledged {
    pub by: PersonRef,
    pub at: DateTime<Utc>,
}

/// A reply in the thread of a note.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct NoteReply {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub from: PersonRef,
    #[serde(rename = "repliedAt")]
    pub replied_at: DateTime<Utc>,
    pub message: String,
    pub files: Vec<FileRef>,
    /// Written through an emailed link.
    #[serde(rename = "byLink")]
    pub by_link: bool,
    /// Written by the patient and not acknowledged yet.
    pub unread: bool,
    pub acknowledged: Option<Acknowledged>,
}

/// The thread through which the patient received a note.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct NoteMessage {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// No reply of the patient is unacknowledged.
    #[serde(rename = "isRead")]
    pub is_read: bool,
    /// Oldest first.
    pub replies: Vec<NoteReply>,
}

/// A note about to be sent, which can still be cancelled.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Leaving {
    pub to: SendingTo,
    pub by: PersonRef,
    pub at: DateTime<Utc>,
}

/// A signed note.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "NoteView")]
pub struct NoteView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// The displayed number, as in #1184.
    pub number: i64,
    /// The patient it is about.
    #[serde(rename = "personId")]
    pub person_id: Uuid,
    /// Who signed it first.
    pub(super) from: PersonRef,
    #[serde(rename = "createdAt")]
    pub created_at: DateTime<Utc>,
    /// The newest version with all markers after it.
    pub text: String,
    /// What the newest version's author wrote.
    pub written: String,
    /// The markers after it, in order; only the product writes them.
    pub markers: Vec<String>,
    #[serde(rename = "isSentToEmr")]
    pub is_sent_to_emr: bool,
    /// The state of the copy for the clinic's record.
    pub emr: Option<ClinicNoteState>,
    /// Oldest first; the last one is in force.
    pub(super) versions: Vec<NoteVersion>,
    pub(super) message: Option<NoteMessage>,
    /// The request it was sent with.
    pub prescription: Option<Uuid>,
    pub(super) leaving: Option<Leaving>,
    /// Not sent and not being sent (specification 001 section 4).
    #[serde(rename = "canEdit")]
    pub can_edit: bool,
    /// Incremented with each change.
    pub version: i64,
}

/// A page of notes, newest first.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NotePage {
    pub items: Vec<NoteView>,
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
    pub total: i64,
}

/// An unsigned draft.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NoteDraft {
    #[serde(rename = "_id")]
    pub id: Uuid,
    #[serde(rename = "personId")]
    pub person_id: Uuid,
    pub text: String,
    /// `[Draft]`
    pub marker: &'static str,
    /// It contains unsigned text.
    pub changed: bool,
    /// Its box is open.
    pub edit: bool,
    #[serde(rename = "updatedAt")]
    pub updated_at: DateTime<Utc>,
    /// Incremented with each change.
    pub version: i64,
}

/// The patient in a path.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ByPerson {
    /// The patient's id.
    pub id: Uuid,
}

/// The note in a path.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ByNote {
    /// The note's id.
    pub id: Uuid,
}

/// Which page of a patient's notes.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct NotesQuery {
    /// How many at most: 1 to 100; 20 when absent.
    pub limit: Option<u32>,
    /// `nextCursor` of the page before; the first page when absent.
    pub cursor: Option<String>,
}

/// PUT /note
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Revise {
    #[serde(rename = "noteId")]
    pub note_id: Uuid,
    /// The patient it is about.
    #[serde(rename = "personId")]
    pub person_id: Uuid,
    /// The acting person, if stated.
    #[serde(default)]
    pub from: Option<Uuid>,
    pub text: String,
    /// The newest version seen; a newer one is a conflict.
    #[serde(rename = "lastVersion", default)]
    pub last_version: Option<Uuid>,
}

/// PUT /note/sendNote
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SendNote {
    #[serde(rename = "noteId")]
    pub note_id: Uuid,
    #[serde(default)]
    pub from: Option<Uuid>,
    /// The patient it is about.
    pub to: Uuid,
    /// Always the same text.
    #[serde(default)]
    pub subject: Option<String>,
    #[serde(rename = "lastVersion")]
    pub last_version: Uuid,
    /// The patient's request the note is about.
    #[serde(rename = "prescriptionId", default)]
    pub prescription_id: Option<Uuid>,
}

/// PUT /note/emr
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SendToEmr {
    #[serde(rename = "noteId")]
    pub note_id: Uuid,
    /// The patient it is about.
    #[serde(rename = "personId")]
    pub person_id: Uuid,
    #[serde(default)]
    pub from: Option<Uuid>,
    #[serde(rename = "lastVersion")]
    pub last_version: Uuid,
}

/// PUT /note/reply/acknowledge
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Acknowledge {
    #[serde(rename = "messageId")]
    pub message_id: Uuid,
    /// The patient, or the acting person.
    #[serde(rename = "personId")]
    pub person_id: Uuid,
    #[serde(rename = "replyId")]
    pub reply_id: Uuid,
    /// The text that was read.
    #[serde(rename = "replyText", default)]
    pub reply_text: Option<String>,
}

/// PUT /notedraft
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SaveNoteDraft {
    /// The draft's id; absent for the first save.
    #[serde(default)]
    pub id: Option<Uuid>,
    /// The patient's id, for the first save.
    #[serde(rename = "personId", default)]
    pub person_id: Option<Uuid>,
    pub text: String,
    /// Whether the box is open; unchanged when absent.
    #[serde(default)]
    pub edit: Option<bool>,
    /// The version seen; a newer one is a conflict.
    #[serde(default)]
    pub version: Option<i64>,
}

/// PUT /notedraft/sign
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SignDraft {
    /// The draft's id; absent when nothing was saved yet.
    #[serde(default)]
    pub id: Option<Uuid>,
    /// The patient's id.
    #[serde(rename = "personId")]
    pub person_id: Uuid,
    #[serde(default)]
    pub from: Option<Uuid>,
    pub text: String,
    #[serde(default)]
    pub version: Option<i64>,
}
