//! Notes of the staff on a patient: drafts that follow their author from machine to machine, signed notes
//! with their revisions, and sending one to the patient or the clinic's record system. What a signed
//! version says is never changed: it is revised. Deliberately not here: the thread by which a patient
//! answers (messages) and the way into the clinic's record (clinic_notes).

mod drafts;
mod dto;
pub(crate) mod entity;
mod replies;
mod repo;
mod revise;
mod routes;
mod sending;
mod view;

pub(crate) use drafts::repo::drafts;
pub(crate) use dto::{NoteDraft, NotePage};
pub use routes::routes;
pub use sending::jobs;
pub(crate) use view::list_notes;

/// The subject that messages and the clinic's notes keep.
const KIND: &str = "note";
/// What open pages hear of: a note changed.
const EVENT: &str = "note";
/// What open pages hear of: a draft changed.
const DRAFT_EVENT: &str = "notedraft";
