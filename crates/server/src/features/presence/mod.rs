//! Presence: which of the staff have which patient open just now, so that two people do not work on one
//! record unknowingly. A page says every minute that it is still there; one that was silent for 90
//! seconds is gone. Patients never hear of it. Deliberately not here: who opened a record (audit).

mod calls;
pub(crate) mod rows;
mod store;
mod wire;

pub use calls::calls;
pub(crate) use store::others;
pub(crate) use wire::PresenceView;
