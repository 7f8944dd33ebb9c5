// SPDX-License-Identifier: AGPL-3.0-or-later

//! Pharmacies to which a prescription can be faxed: their list and search, and the one rule of what may be sent to.
//! Not here: a person's preferred pharmacy (people) and faxing (fax).

mod dto;
pub mod entity;
mod repo;
mod routes;

pub use dto::PharmacyView;
pub use repo::destination::{Destination, Destinations, DestinationsPart, choose, destinations};
pub use repo::import_list::{
    ListEntry, PharmaciesChanged, list_key, list_now, put_back_list, take_in_list,
};
pub use repo::{NewPharmacy, PharmacyPart, create_many, named_pharmacy, with_fax_numbers};
pub use routes::routes;
