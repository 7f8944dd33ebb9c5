//! Search: how texts are folded, an index over drug names that lives in memory, and what of a patient
//! is searched in the database.
//!
//! What a found drug may be used for is decided in `filters`.

mod confused;
mod fold;
mod index;
mod label;
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
