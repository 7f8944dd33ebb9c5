//! Claims on their way to the plan: one file at a time, by one writer under a lease. The numbers move
//! only when the service took a file; what became of a lost answer is asked of its counter first.

mod account;
mod build;
pub(super) mod entity;
mod list;
pub(super) mod repo;
mod send;

pub(super) use account::{change_password, use_kept_password};
pub(super) use list::{list, resubmit, send_unsent};
pub(super) use send::job;
