//! Presence: which of the staff have which patient open just now, so that two people do not work on one
//! record unknowingly. A page says every minute that it is still there; one that was silent for 90
//! seconds is gone. Patients never hear of it. Deliberately not here: who opened a record (audit).

mod routes;
pub(crate) mod entity;
mod repo;
mod dto;

pub use routes::routes;
pub(crate) use repo::others;
pub(crate) use dto::PresenceView;
