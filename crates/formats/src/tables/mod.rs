//! Tables that people send in: CSV and JSON files, by themselves, gzipped or in a zip archive, whatever
//! their encoding and the order of their columns. They are read as a stream, within limits, since a file
//! may be large, damaged or built to harm; what is wrong is told with its file and line.
//!
//! What a row means is its reader's business (`drug_database`, `teleplan::lists`, `lists`).

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
