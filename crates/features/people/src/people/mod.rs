// SPDX-License-Identifier: AGPL-3.0-or-later

//! People: identity, health documents and consents, coverage by the provincial plan, and the number in the
//! clinic's record system. Not here: sign-in (accounts) and health information (medical_info).

mod change;
mod charts;
mod clinic;
mod clinic_profile;
mod create;
mod documents;
mod dto;
mod eligibility;
pub mod entity;
mod facts;
mod forms;
mod images;
mod insurance;
mod jobs;
mod list;
mod lookups;
mod office_change;
mod repo;
mod routes;
mod same_number;
mod search;
mod search_index;
mod search_near;
#[cfg(test)]
mod search_plans;
mod view;
mod visits;

pub use clinic::ensure_demographic;
pub use clinic_profile::{set_preferred_pharmacy, tell_clinic};
pub use create::{NewPerson, create, name_once};
pub use documents::{DocumentToBe, look_up_number};
pub use dto::{PersonRef, PersonView};
pub use eligibility::check as check_eligibility;
pub use facts::{CardsPart, PersonCard, PersonFacts, cards, load_facts};
pub use images::{RawImages, take_images};
pub use insurance::{Insured, insured};
pub use jobs::{Job, jobs};
pub use list::ids_found;
pub use lookups::{
    Holder, PlanAnswer, PlanAnswersPart, billing_number_taken, exists_unless, first_login, holders,
    is_described, location_confirmed, select_named, select_with_college_number,
};
pub use repo::{
    AccountOf, NamesPart, Practitioner, Prescribed, names, practitioner, save_practitioner,
    set_cell_verified, set_phones,
};
pub use routes::routes;
pub use same_number::{SameNumber, accounts_in_order, same_number};
pub use search_index::complete_search;
pub use search_index::index_for_search;
pub use view::flags_of;
pub use view::{person_view as view, record_location};
pub use visits::{Billable, Labels, NewEncounter, Visits, doctor_named};
