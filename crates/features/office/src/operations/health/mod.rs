// SPDX-License-Identifier: AGPL-3.0-or-later

//! The state of the installation, from its own records: jobs by kind, external services, effects without an
//! outcome, versions, backups, the audit chain, disk space. One examination serves the operations page and
//! `salal doctor`. No external service is called, and nothing in the report names a patient or a secret.

mod access;
mod bookkeeping;
mod disks;
mod examine;
mod findings;
mod labels;
mod measure;
mod page;
mod report;
mod services;
mod terminal;
mod terminal_json;

pub use access::check_access;
pub use bookkeeping::{begin_day, run_bookkeeping, sweep};
pub use examine::{UNDER_WAY, check_file, check_keys, examine};
pub(super) use labels::{bytes, count, kind as what};
pub use measure::{begin_counting, measure};
pub(super) use page::{retry, show};
pub use report::{Area, BackupMaker, Finding, Level, Report};
pub use terminal::text;
pub use terminal_json::{json, json_of_error};
