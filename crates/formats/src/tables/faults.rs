// SPDX-License-Identifier: AGPL-3.0-or-later

//! Why a file is refused as a whole. The messages name files, columns and lines, never contents.

use std::io;

/// Why a file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileFault {
    /// The file has an unknown number of columns.
    #[error("{file} has {columns} columns, which matches no known edition")]
    UnknownColumns { file: String, columns: usize },
    /// A character that is invalid in text.
    #[error("{file} is not a text file: line {line} contains an invalid character")]
    NotText { file: String, line: u64 },
    /// A spreadsheet, a document or the like, whatever its name.
    #[error(
        "{file} is a spreadsheet or another document, not a CSV or JSON file; save it as CSV in UTF-8 first"
    )]
    Document { file: String },
    /// The file cannot be read to its end.
    #[error("{file} is damaged")]
    Broken { file: String },
    /// Invalid JSON.
    #[error("{file} cannot be read as JSON: line {line}, column {column}")]
    NotJson {
        file: String,
        line: usize,
        column: usize,
    },
    /// The end is missing.
    #[error("{file} is incomplete: its end is missing, from line {line}")]
    CutOff { file: String, line: u64 },
    /// An oversized row, as after an unterminated quotation mark.
    #[error(
        "{file} has a row of more than 1 MB, which begins in line {line}; perhaps a quotation mark is not closed"
    )]
    LongRow { file: String, line: u64 },
    /// A missing required column.
    #[error("{file} has no column {column}; the first line must name the columns")]
    NoColumn { file: String, column: String },
    #[error("{file} has the column {column} twice")]
    ColumnTwice { file: String, column: String },
    /// A mapping that would ignore a column with exactly the right name: of two fax numbers no one would know
    /// which is right.
    #[error(
        "{file} has a column {ours} of its own, and {theirs} is mapped to it; say what {ours} is as well, or \
         take it out of the file"
    )]
    ColumnTaken {
        file: String,
        ours: String,
        theirs: String,
    },
    /// The file decompresses to more than is allowed.
    #[error("{file} unpacks to more than is allowed")]
    TooLarge { file: String },
    /// The archive contains a path outside itself.
    #[error("{file} contains a path that leads outside it")]
    UnsafePath { file: String },
    /// An archive within an archive.
    #[error("{file} is an archive within an archive")]
    Nested { file: String },
    #[error("{file} has no row that can be used")]
    NoRows { file: String },
    /// Too many rejected rows: probably the wrong file, or columns in another order.
    #[error("{file}: {skipped} of {rows} rows cannot be used, so nothing was imported")]
    MostlyFaulty {
        file: String,
        rows: u64,
        skipped: u64,
    },
    /// More rows than a list of its kind ever has.
    #[error("{file} has more than {most} rows, the limit for this list")]
    TooManyRows { file: String, most: u64 },
    /// The name indicates a different file.
    #[error("{file} is, by its name, a file of {holds}, not of {wanted}")]
    OtherResource {
        file: String,
        holds: String,
        wanted: String,
    },
    #[error("{file} contains nothing of {wanted}")]
    NothingOf { file: String, wanted: String },
    /// Required files are missing; without them drugs would lose data.
    #[error(
        "the files lack {lacking}; drugs built without them would lose data, so nothing was imported"
    )]
    Lacking { lacking: String },
    /// Required resources of a build are missing.
    #[error("import these first, or the drugs would lose their data: {missing}")]
    Missing { missing: String },
    /// No product was found, so there is nothing to build.
    #[error("the files contain no drug products")]
    NoProducts,
    /// The import was cancelled.
    #[error("stopped")]
    Stopped,
}

/// An error passed through a reader.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Carried(FileFault);

/// An error as a reader can return it.
pub(super) fn carried(fault: FileFault) -> io::Error {
    io::Error::other(Carried(fault))
}

/// The error inside a reader's error; anything else means that the file is damaged.
pub(super) fn fault_of(error: &io::Error, file: &str) -> FileFault {
    error
        .get_ref()
        .and_then(|inner| inner.downcast_ref::<Carried>())
        .map_or_else(
            || FileFault::Broken {
                file: file.to_owned(),
            },
            |carried| carried.0.clone(),
        )
}
