// SPDX-License-Identifier: AGPL-3.0-or-later

//! Uploaded tables: CSV and JSON files, plain, gzipped or in a zip archive, with any encoding and column
//! order. They are streamed within limits, since a file may be large, damaged or malicious; errors are
//! reported with file and line.
//!
//! Not here: the meaning of a row (`drug_database`, `teleplan::lists`, `lists`).

mod archive;
mod encoding;
mod faults;
mod guard;
mod lines;
mod named;
#[cfg(test)]
mod tests;

pub use archive::{Entry, Limits, Upload};
pub use encoding::{Encoding, Examined, examine};
pub use faults::FileFault;
pub use lines::{Line, read_lines};
pub use named::{
    ColumnMap, Columns, Field, Named, column_names, proposed_columns, read_mapped, read_named, tidy,
};

/// The name after the last folder.
pub fn base_name(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}
