// SPDX-License-Identifier: AGPL-3.0-or-later

//! Search: text normalization, an in-memory index of drug names, and the search keys of patients in the
//! database.
//!
//! Not here: what a found drug may be used for (`filters`).

mod confused;
mod fold;
mod index;
mod label;
mod label_words;
pub mod nearly;
pub mod offer;
pub mod patients;
mod strength;
mod substrings;
mod suggest;
#[cfg(test)]
mod tests;
mod typed;
mod words;

pub use fold::fold;
pub use index::{Allow, DrugIndex, Found, FoundName, IndexEntry, Matched};
pub use strength::Strength;
