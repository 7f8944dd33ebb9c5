// SPDX-License-Identifier: AGPL-3.0-or-later

//! Encounter notes to the clinic's record system, for all features: queued in the transaction of their
//! subject, sent by a durable job, and looked up by their own event id before they are sent again (reference
//! partner-clinic 4). The subject is a kind and an id that this feature does not interpret.

pub mod entity;
mod repo;
mod send;

pub use repo::{NewClinicNote, StatesPart, queue_with};
pub use send::jobs;

salal_domain::codes! {
    /// State of a note to the clinic's record system.
    pub enum ClinicNoteState {
        Queued = "queued",
        Sent = "sent",
        /// Someone was notified.
        Failed = "failed",
    }

    /// The jobs of this feature.
    pub enum Job {
        /// Sends one note.
        Send = "clinic_notes.send",
    }
}
