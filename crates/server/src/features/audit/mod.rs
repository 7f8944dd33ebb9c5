//! The audit: who touched whose record, written in the transaction of the change itself, or by the
//! door for a read. Deliberately not here: the search page and the chain of hashes, which come with
//! the administrators' screens.

mod calls;
pub(crate) mod rows;
mod store;
mod wire;
mod words;

pub use calls::calls;
pub use store::write;
