//! The state of the installation, from what it has written down itself: work by kind, outside services,
//! effects without an outcome, versions, backups, the audit's chain, room on the disks. One examination
//! serves the operations page and `salal doctor`. Nothing is asked of anybody outside, and nothing in it
//! names a patient or a secret.

mod backups;
mod bookkeeping;
mod disks;
mod examine;
mod findings;
mod labels;
mod page;
mod report;
mod services;
mod terminal;

pub use backups::{back_up, mark};
pub use bookkeeping::{run_bookkeeping, sweep};
pub use examine::examine;
pub(super) use page::{retry, show};
pub use report::Report;
pub use terminal::text;
