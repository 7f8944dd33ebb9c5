// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on sealed values, and on what is known of master keys.

mod columns;
mod known;

pub use columns::{RowName, SealedColumn, SealedColumns, SealedForm, WhenLost};
pub use known::{
    Foreign, Holder, KnownKey, count_sealed, declare_lost, foreign, holders, keep_noted,
    known_keys, note_first, note_use, refuse_foreign, sealing_since,
};
