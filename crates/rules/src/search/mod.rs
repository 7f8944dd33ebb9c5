//! Search by name: how texts are folded, and an index over drug names that lives in memory.
//!
//! What a found drug may be used for is decided in `filters`.

mod fold;
mod index;
mod substrings;
mod suggest;
#[cfg(test)]
mod tests;

pub use fold::fold;
pub use index::{Allow, DrugIndex, Found, FoundName, IndexEntry, Matched};
