//! Encounter notes to the clinic's record system, whoever writes them: queued in the transaction of
//! what they tell of, sent by a durable job, looked for by their own event id before they are sent again
//! (reference partner-clinic 4). What a note is about is a subject (kind and id) that this feature does
//! not look into.

pub(crate) mod entity;
mod repo;
mod send;

pub(crate) use repo::{NewClinicNote, queue, states};
pub use send::jobs;

/// The job that sends one note.
pub(crate) const SEND: &str = "clinic_notes.send";
