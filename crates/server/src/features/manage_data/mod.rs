//! Manage Data: reference data that comes in as files. A file is kept as it was sent, read in the
//! background, its rows packed beside those in force, and switched to in one transaction; what was in
//! force before can be put back. The drugs are built of the register's resources the same way. Page and
//! terminal go the same road. Deliberately not here: how files are read (`salal_formats::tables`), how
//! drugs are joined (`salal_formats::drug_database`), and what a list does with its rows (its feature).

mod build;
mod columns;
mod display;
mod dto;
pub(crate) mod entity;
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
mod terminal;
mod tidy_up;
mod undo;
mod work;

pub use routes::routes;
pub use terminal::{Said, Terminal, check, import_as_said, import_path, readable};
pub use work::jobs;

/// What open pages hear of.
const EVENT: &str = "import";
