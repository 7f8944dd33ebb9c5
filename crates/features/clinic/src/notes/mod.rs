// SPDX-License-Identifier: AGPL-3.0-or-later

//! Staff notes on a patient: drafts that are available to their author on any device, signed notes with their
//! revisions, and sending one to the patient or the clinic's record system. A signed version is never
//! changed: it is revised. Not here: the thread in which a patient replies (messages) and sending to the
//! clinic's record (clinic_notes).

mod drafts;
mod dto;
pub mod entity;
mod note;
mod replies;
mod repo;
mod revise;
mod routes;
mod sending;
mod view;

use salal_domain::subjects::SubjectKind;

pub use drafts::repo::drafts;
pub use dto::{NoteDraft, NotePage};
pub use routes::routes;
pub use sending::{Job, jobs};
pub use view::list_notes;

/// The subject kind of messages and of the clinic's notes.
const KIND: SubjectKind = SubjectKind::Note;
/// The event kind of a changed note.
pub(crate) const EVENT: &str = "note";
/// The event kind of a changed draft.
pub(crate) const DRAFT_EVENT: &str = "notedraft";
