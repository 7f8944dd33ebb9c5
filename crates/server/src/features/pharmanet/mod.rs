//! The look-up in the province's drug information (PharmaNet), in its safe form (decision 26): the page
//! keeps the staff member's credentials sealed only, bound to that person and session, and has them
//! opened right before the form is sent; each use leaves a record. Deliberately not here: what the other
//! site answers, which no program of ours ever sees.

mod dto;
pub(crate) mod entity;
mod repo;
mod routes;
mod sealed;

pub use routes::routes;
