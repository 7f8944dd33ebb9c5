// SPDX-License-Identifier: AGPL-3.0-or-later

//! Pharmacies to which a prescription can be faxed: their list and search. Not here: a person's preferred
//! pharmacy (people) and faxing (fax).

mod dto;
pub mod entity;
mod repo;
mod routes;

pub use dto::PharmacyView;
pub use repo::import_list::{ListEntry, list_key, list_now, put_back_list, take_in_list};
pub use repo::{NewPharmacy, PharmacyPart, create_many, get_pharmacy};
pub use routes::routes;
