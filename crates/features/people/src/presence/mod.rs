// SPDX-License-Identifier: AGPL-3.0-or-later

//! Presence: which staff have which patient open now, so that two people do not work on one record
//! unknowingly. A page sends a heartbeat every minute; one silent for 90 seconds is considered closed.
//! Patients are not told. Not here: who opened a record (audit).

mod dto;
pub mod entity;
mod repo;
mod routes;

pub use dto::PresenceView;
pub use repo::others;
pub use routes::routes;
