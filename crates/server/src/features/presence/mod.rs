//! Presence: which of the staff have which patient open just now, so that two people do not work on one
//! record unknowingly. A page says every minute that it is still there; one that was silent for 90
//! seconds is gone. Patients never hear of it. Deliberately not here: who opened a record (audit).

mod dto;
pub(crate) mod entity;
mod repo;
mod routes;

pub(crate) use dto::PresenceView;
pub(crate) use repo::others;
pub use routes::routes;
