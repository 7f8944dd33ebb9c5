// SPDX-License-Identifier: AGPL-3.0-or-later

//! Remittances: retrieved by a durable job, stored complete and encrypted, parsed line by line, and each line
//! matched with its bill or shown to a person. Nothing is dropped, and the same line counts once.

mod again;
mod amounts;
pub(super) mod entity;
mod list;
mod matching;
mod pull;
mod repo;
mod take;

pub use again::AtTerminal;
pub(super) use again::take_again;
pub(crate) use again::{set_aside, take_again_here};
pub(super) use amounts::{balance, months};
pub(super) use list::{exceptions, list, problematic, settle};
pub(super) use pull::{job, pull, status};
