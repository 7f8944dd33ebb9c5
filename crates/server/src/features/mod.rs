// SPDX-License-Identifier: AGPL-3.0-or-later

//! The features, in order of dependency (ARCHITECTURE, the order of the features): a feature uses earlier
//! ones only, through their `mod.rs`.

pub use salal_accounts::{accounts, audit};
pub use salal_drugs::drugs;
pub use salal_exchange::{clinic_notes, fax, messages, payments};
pub use salal_people::{links, medical_info, people, pharmanet, presence, suggestions};
pub use salal_reference::{pharmacies, reference_data, uploads};

pub mod orders;

pub mod lab_tests;
pub mod prescriptions;
pub mod sleep_studies;

pub mod billing;
pub mod notes;

pub mod manage_data;
pub mod operations;

pub mod patient_page;
