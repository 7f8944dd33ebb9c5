//! Health Canada's Drug Product Database: reading its files and building the drugs in them
//! (reference drug-product-database.md).
//!
//! Nothing is downloaded and nothing is stored here.

mod archive;
mod build;
mod record;
mod rows;
mod sources;
#[cfg(test)]
pub(crate) mod tests;

pub use archive::{Limits, expand};
pub use build::build;
pub use record::{DrugRecord, Ingredient};
pub use sources::{Role, Source, role_of};

/// Why an import cannot be used at all. The texts name files, never contents.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// The file has a number of columns that no known edition has.
    #[error("{file} has {columns} columns, which no known edition of it has")]
    UnknownColumns { file: String, columns: usize },
    /// The file holds no text.
    #[error("{file} is not a text file")]
    NotText { file: String },
    /// The file cannot be read to its end.
    #[error("{file} is damaged")]
    Broken { file: String },
    /// The file unpacks to more than is allowed.
    #[error("{file} unpacks to more than is allowed")]
    TooLarge { file: String },
    /// The archive names a place outside itself.
    #[error("{file} holds a path that leads out of it")]
    UnsafePath { file: String },
    /// An archive within an archive.
    #[error("{file} is an archive within an archive")]
    Nested { file: String },
    /// No product was found, so there is nothing to build.
    #[error("the files hold no drug products")]
    NoProducts,
}

/// A row that was left out, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    pub file: String,
    /// Line of a text file, or position in a list; from 1.
    pub line: u64,
    pub reason: &'static str,
}

/// Figures of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Rows that could be read, of all files.
    pub rows: usize,
    pub drugs: usize,
    pub drugs_with_ahfs: usize,
    pub human: usize,
    pub human_with_ahfs: usize,
    /// Distinct AHFS numbers.
    pub ahfs_numbers: usize,
}

/// All drugs of an import, by drug code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Build {
    pub drugs: Vec<DrugRecord>,
    pub skipped: Vec<Skipped>,
    pub counts: Counts,
}
