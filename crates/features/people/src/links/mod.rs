// SPDX-License-Identifier: AGPL-3.0-or-later

//! Emailed links for people who act without signing in (decision 1): an unguessable value, bound to one
//! purpose and one record, that expires. Only its hash is stored. Not here: what a link does, which belongs
//! to the feature whose record it opens.

pub mod entity;
mod repo;

use salal_domain::texts::messages::EXPIRED;

use crate::error::{Error, Kind};

pub use repo::{Link, NewLink, find_link, make, make_with, use_once, was_used};

salal_domain::codes! {
    /// The purpose of a link; a link for another purpose opens nothing.
    pub enum Purpose {
        /// Read one message and answer it once.
        Reply = "reply",
        /// Report once that a prescription did not reach the pharmacy.
        NotReceived = "not_received",
        /// Send a prescription to the pharmacy again.
        Resend = "resend",
    }
}

/// The same response for an unknown, an altered and an expired link, so that a guess reveals nothing.
pub fn expired() -> Error {
    Error::new(Kind::NotFound, "LINK_EXPIRED", EXPIRED)
}
