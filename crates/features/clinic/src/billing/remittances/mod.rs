// SPDX-License-Identifier: AGPL-3.0-or-later

//! Remittances: retrieved by a durable job, stored complete and encrypted, parsed line by line, and each line
//! matched with its bill or shown to a person. Nothing is dropped, and the same line counts once.

mod again;
mod amounts;
pub mod entity;
mod list;
mod matching;
mod pull;
mod repo;
mod take;

pub use again::AtTerminal;
pub(super) use again::take_again;
pub use again::{set_aside, take_again_here};
pub(super) use amounts::{balance, months};
pub(super) use list::{exceptions, list, problematic, settle, settle_many};
pub(super) use pull::{job, pull, status};

salal_domain::codes! {
    /// The state of a retrieval.
    pub enum PullState {
        Queued = "queued",
        Running = "running",
        Done = "done",
        Failed = "failed",
    }

    /// The state of a received file.
    pub enum FileState {
        /// Imported.
        Taken = "taken",
        /// Stored with a report, and without effect.
        SetAside = "set_aside",
    }

    /// A fault of a received file.
    #[derive(Default)]
    pub enum FaultKind {
        /// Lines are missing, or it is no remittance: the file is set aside.
        #[default]
        Incomplete = "incomplete",
        /// It is for another data centre: the file is set aside.
        OtherCentre = "otherCentre",
        /// The amounts do not add up.
        Sum = "sum",
        /// Lines are for another payee.
        OtherPayee = "otherPayee",
    }
}
