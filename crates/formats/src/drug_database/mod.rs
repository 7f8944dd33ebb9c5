// SPDX-License-Identifier: AGPL-3.0-or-later

//! Health Canada's Drug Product Database: parses its files and builds the drugs (reference
//! drug-product-database.md).
//!
//! Nothing is downloaded or stored here.

mod build;
mod class_number;
mod columns;
mod record;
mod rows;
mod sources;
#[cfg(test)]
pub(crate) mod tests;

pub use build::{Builder, build};
pub use record::{DrugRecord, Ingredient};
pub use rows::{Found, Row, read_rows};
pub use sources::{Role, Source, role_of, set_of};

pub use crate::tables::FileFault as ImportError;
/// Why an import cannot be used at all.
pub use class_number::is_class_number;

/// A rejected row, and why.
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
    /// Rows read from all files.
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
