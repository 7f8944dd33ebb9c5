// SPDX-License-Identifier: AGPL-3.0-or-later

//! Safety marks: what a doctor should check beside a line, and what a patient is told in plain language
//! (reference safety-marks.md). Marks inform and never block.
//!
//! Pure: the tables are data with a source per row (`tables`), the patient's texts are parsed tolerantly
//! (`parsing`), a medication is prepared once (`medicine`), and `marks` compares. Not here: what may be
//! prescribed at all (`filters`), and where the facts come from.

mod daily;
mod losses;
mod marks;
mod medicine;
mod parsing;
mod tables;
mod weekly;

#[cfg(test)]
mod tests;

pub use losses::losses;
pub use marks::{Mark, MarkKind, MarkPlace, Patient, Prepared, Reading, Record, With};
pub use medicine::{Medicine, Place, Prescribed};
pub(crate) use parsing::base_ingredient;
pub use parsing::{Names, unread_phrases};
pub use tables::{FILES, LONGEST_FILE, TableFault, TableFile, Tables, built_in_files};
