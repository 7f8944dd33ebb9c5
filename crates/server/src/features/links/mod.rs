//! Links that are e-mailed to people who act without signing in (decision 1): an unguessable value,
//! bound to one purpose and one record, that expires. Only its hash is kept. Deliberately not here:
//! what a link does; that is the feature's whose record it opens.

pub(crate) mod entity;
mod repo;

use salal_domain::texts::messages::EXPIRED;

use crate::error::{Error, Kind};

pub(crate) use repo::{Link, NewLink, find_link, make, use_once, was_used};

/// What a link is good for; one of another purpose opens nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Read one message and answer it once.
    Reply,
    /// Report once that a prescription did not reach the pharmacy.
    NotReceived,
    /// Send a prescription to the pharmacy once more.
    Resend,
}

impl Purpose {
    const fn code(self) -> &'static str {
        match self {
            Self::Reply => "reply",
            Self::NotReceived => "not_received",
            Self::Resend => "resend",
        }
    }
}

/// One answer for an unknown, an altered and an expired link, so that a guess tells nothing.
pub(crate) fn expired() -> Error {
    Error::new(Kind::NotFound, "LINK_EXPIRED", EXPIRED)
}
