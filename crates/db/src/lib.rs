//! The one database handle: `SQLite` or `PostgreSQL` behind one set of queries.
//!
//! Here: opening the pools, transactions, the schema (numbered migrations), the names of the
//! unique constraints, and, for tests, databases of both engines that come and go.
//! Deliberately not here: entities and queries (each feature keeps its own `rows.rs` and
//! `store.rs`), the clock, and the making of ids. Nothing outside this crate names an engine.

mod constraint;
mod db;
mod engine;
mod error;
mod info;
mod migrations;
mod notices;
mod ping;
mod read_batcher;
mod statement_batch;
mod storage;
pub mod testing;

pub use constraint::{ConstraintName, is_unique_violation};
pub use db::{Db, DbSettings, Transaction};
pub use engine::{Engine, skip_locked, to_micros};
pub use error::{DbError, is_transient};
pub use info::{Schema, copy_sqlite, refuse_foreign};
pub use notices::Notices;
pub use ping::{file_of, is_absent, look_at_file, ping};
pub use read_batcher::ReadBatcher;
pub use statement_batch::StatementBatch;
pub use storage::{StorageTrouble, storage_trouble};
