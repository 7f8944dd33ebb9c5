// SPDX-License-Identifier: AGPL-3.0-or-later

//! Claims sent to the plan: one file at a time, by one writer under a lease. Sequence numbers advance only
//! when the service accepted a file; after a lost response its counter is queried first.

mod account;
mod build;
pub(super) mod entity;
mod list;
pub(super) mod repo;
mod send;

pub(super) use account::{change_password, use_kept_password};
pub(super) use list::{list, resubmit, send_unsent};
pub(super) use send::job;
