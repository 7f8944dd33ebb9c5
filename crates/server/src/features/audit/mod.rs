//! The audit: who touched whose record, written in the transaction of the change itself, or by the
//! door for a read. The lines are chained by hashes (`seal`), the head of each day is signed and may be
//! published, and `salal audit verify` finds what was touched since. Administrators search it.

mod calls;
mod chain;
mod publish;
pub(crate) mod rows;
mod seal;
mod search;
mod standing;
mod store;
mod verify;
mod wire;
mod words;

pub use calls::calls;
pub use publish::{Head, jobs};
pub use seal::{keep_sealed, seal};
pub(crate) use standing::standing;
pub(crate) use store::write_of_house;
pub use store::{open_list, write};
pub use verify::{Report, verify};
