// SPDX-License-Identifier: AGPL-3.0-or-later

//! Alerts from the installation itself, for operators without a monitoring of their own, or besides it: what
//! `salal doctor` finds wrong is told once, again while it lasts, and once more when it is over. Whatever changes in one
//! look is one message, by email and to a receiver, each by a durable job of its own, so that one way being down does
//! not hold the other up. No message names a person. Not here: what is found, which is in `health`.

mod direct;
mod look;
mod message;
mod send;
mod watch;

pub(super) use look::count_found;
pub(crate) use look::forget_found;
pub use look::look;
pub use send::{Job, jobs};
pub use watch::keep_watch;
