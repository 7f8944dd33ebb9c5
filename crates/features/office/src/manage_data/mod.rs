// SPDX-License-Identifier: AGPL-3.0-or-later

//! Manage Data: imports reference data from files. A file is stored as received, parsed in the background,
//! its rows packed beside those in force, and activated in one transaction; the previous data can be
//! restored. The drugs are built from the register's resources in the same way. Page and terminal use the
//! same pipeline. Not here: parsing files (`salal_formats::tables`), joining drugs
//! (`salal_formats::drug_database`), and what a list does with its rows (its feature).

mod build;
mod columns;
mod display;
mod dto;
pub mod entity;
mod falling;
mod list;
mod lists;
mod losses;
mod pack;
mod receive;
mod rejected_rows;
mod repo;
mod resources;
mod routes;
mod scan;
mod spool;
mod states;
mod terminal;
mod tidy_up;
mod undo;
mod work;

pub use routes::routes;
pub use terminal::{Said, Terminal, check, import_as_said, import_path, readable};
pub use work::{Job, jobs};

/// The event kind published to open pages.
pub(crate) const EVENT: &str = "import";
