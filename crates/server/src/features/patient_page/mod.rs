//! The patient page: everything that the staff see of one patient when they open it, in one answer. Each
//! feature gives its own part, and what they ask the database side by side travels together, so that
//! opening costs the same few trips whatever the history. Deliberately not here: how a part is refreshed
//! afterwards, which is each feature's own call.

mod dto;
mod page;
mod routes;
mod same_number;

pub use routes::routes;

/// The kinds of jobs of this feature.
pub fn jobs() -> Vec<crate::jobs::JobKind> {
    vec![same_number::job()]
}
