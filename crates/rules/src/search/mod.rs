//! Search: how texts are folded, an index over drug names that lives in memory, and what of a patient
//! is searched in the database.
//!
//! What a found drug may be used for is decided in `filters`.

mod fold;
mod index;
pub mod nearly;
pub mod patients;
mod substrings;
mod suggest;
#[cfg(test)]
mod tests;

pub use fold::fold;
pub use index::{Allow, DrugIndex, Found, FoundName, IndexEntry, Matched};
