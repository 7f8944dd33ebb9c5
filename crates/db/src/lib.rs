// SPDX-License-Identifier: AGPL-3.0-or-later

//! The database handle: `SQLite` or `PostgreSQL` behind one set of queries.
//!
//! Here: connection pools, transactions, the schema (numbered migrations), the names of the unique
//! constraints, and temporary test databases of both engines. Not here: entities and queries (each feature
//! has its own `entity.rs` and `repo.rs`), the clock, and the creation of ids. Code outside this crate names
//! no engine.

mod address;
mod coded;
mod connection;
mod constraint;
mod counter;
mod db;
mod definitions;
mod engine;
mod error;
mod forms;
mod guards;
mod info;
mod joint_read;
mod limits;
mod load;
mod log;
mod migrations;
mod new_file;
mod notices;
mod old_rows;
mod packed;
mod ping;
mod reach;
mod side_by_side;
mod snapshot;
mod statement_batch;
mod storage;
mod table;
mod tally;
pub mod testing;
mod texts;
mod writer;

pub use address::{file_of, is_unsure_on_a_network};
pub use coded::Coded;
pub use connection::{Connection, Transaction};
pub use constraint::{ConstraintName, is_unique_violation};
pub use counter::{Series, count, counter_value, hold_counter, next_number, set_counter};
pub use db::{Db, DbSettings};
pub use engine::{Engine, skip_locked, to_micros};
pub use error::{DbError, is_damaged, is_transient, plain};
pub use forms::{Form, count_other_forms, is_other_form};
pub use guards::{changed_guards, unlike_indexes};
pub use info::{
    Elsewhere, LONGEST_QUESTION, Schema, check_integrity, count_others, refuse_foreign, schema_at,
    unanswered,
};
pub use joint_read::{JointAnswers, JointRead, Part};
pub use load::PoolLoad;
pub use log::{LogCut, is_whole_log, play_log};
pub use notices::Notices;
pub use packed::{PackedColumn, PackedRows, packed_id, packed_text, packed_time};
pub use ping::{
    FileHold, PlaceHold, RESTORING, hold_file, hold_place, is_absent, look_at_file, ping,
};
pub use reach::{enter, look};
pub use side_by_side::SideBySide;
pub use snapshot::{Snapshot, SnapshotBytes, Stamp};
pub use statement_batch::StatementBatch;
pub use storage::{StorageTrouble, disk_trouble, storage_trouble};
#[doc(hidden)]
pub use table::written_out;
pub use tally::Tally;
