//! Search by name: how texts are folded, and an index over drug names that lives in memory.
//!
//! What a found drug may be used for is decided in `filters`.

mod fold;

pub use fold::fold;
