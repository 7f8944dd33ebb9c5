// SPDX-License-Identifier: AGPL-3.0-or-later

//! Medical information: a patient's conditions, allergies and medications. Every save is a new record and
//! none is ever changed (decision 62). Not here: requested drugs (prescriptions) and the rules of a complete
//! record (`salal_domain::medical_info`).

mod dto;
pub mod entity;
mod repo;
mod routes;

pub use dto::{CurrentMedication, MedicalInfo};
pub use repo::{NewestPart, allergies, create, has_any, newest_of_all};
pub use routes::routes;
