//! People: who a person is, their health documents and consents, whether the province's plan covers
//! them, and their number in the clinic's record system. Deliberately not here: how they sign in
//! (accounts) and what they suffer from (medical_info).

mod calls;
mod change;
mod clinic;
mod create;
mod documents;
mod eligibility;
mod facts;
mod forms;
mod images;
mod jobs;
mod list;
mod office_change;
pub(crate) mod rows;
mod store;
mod view;
mod wire;

pub use calls::calls;
pub use clinic::ensure_demographic;
pub(crate) use create::{NewPerson, create};
pub(crate) use documents::DocumentToBe;
pub use eligibility::check as check_eligibility;
pub(crate) use facts::{PersonCard, PersonFacts, cards, facts};
pub(crate) use images::{RawImages, keep_images};
pub use jobs::jobs;
pub(crate) use store::{
    Practitioner, names, practitioner, save_practitioner, set_cell_verified, set_phones,
    set_preferred_pharmacy,
};
pub use view::{person_view as view, record_location};
pub use wire::{PersonRef, PersonView};
