//! People: who a person is, their health documents and consents, whether the province's plan covers
//! them, and their number in the clinic's record system. Deliberately not here: how they sign in
//! (accounts) and what they suffer from (medical_info).

mod calls;
mod clinic;
mod eligibility;
mod jobs;
mod list;
pub(crate) mod rows;
mod store;
mod view;
mod wire;

pub use calls::calls;
pub use clinic::ensure_demographic;
pub use eligibility::check as check_eligibility;
pub use jobs::jobs;
pub(crate) use store::{
    DocumentToBe, NewPerson, PersonCard, PersonFacts, Practitioner, cards, create, facts, names,
    practitioner, save_practitioner, set_cell_verified, set_preferred_pharmacy,
};
pub use view::{person_view as view, record_location};
pub use wire::{PersonRef, PersonView};
