//! Medical information: what a patient suffers from, is allergic to and takes. Every save is a new
//! record and none is ever changed (decision 62). Deliberately not here: what a request asks for
//! (prescriptions) and the rules of a complete record (`salal_domain::medical_info`).

mod dto;
pub(crate) mod entity;
mod repo;
mod routes;

pub(crate) use dto::{CurrentMedication, MedicalInfo};
pub(crate) use repo::{allergies, create, newest, newest_of_all};
pub use routes::routes;
