// SPDX-License-Identifier: AGPL-3.0-or-later

//! Claims sent to the plan: one file at a time, by one writer under a lease. Sequence numbers advance only
//! when the service accepted a file; after a lost response its counter is queried first.

mod account;
mod build;
pub mod entity;
mod file;
mod list;
pub(super) mod repo;
mod send;

pub(super) use account::{change_password, use_kept_password};
pub(super) use list::{list, send_unsent};
pub(super) use send::job;

salal_domain::codes! {
    /// The state of a file of claims.
    pub enum ClaimFileState {
        /// Not built yet, or to be built again.
        Queued = "queued",
        /// Its bytes are stored.
        Built = "built",
        Sending = "sending",
        /// The service did not answer: it may have the file.
        Unknown = "unknown",
        Accepted = "accepted",
        Refused = "refused",
    }
}

impl ClaimFileState {
    /// Whether its outcome is known.
    const fn is_ended(self) -> bool {
        match self {
            Self::Accepted | Self::Refused => true,
            Self::Queued | Self::Built | Self::Sending | Self::Unknown => false,
        }
    }

    /// Whether its bytes are made, and it has not ended.
    const fn is_built(self) -> bool {
        match self {
            Self::Built | Self::Sending | Self::Unknown => true,
            Self::Queued | Self::Accepted | Self::Refused => false,
        }
    }

    /// Whether it was sent, or may have been.
    const fn may_have_left(self) -> bool {
        match self {
            Self::Queued | Self::Built => false,
            Self::Sending | Self::Unknown | Self::Accepted | Self::Refused => true,
        }
    }
}
