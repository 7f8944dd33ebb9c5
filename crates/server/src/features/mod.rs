// SPDX-License-Identifier: AGPL-3.0-or-later

//! The features, in order of dependency (ARCHITECTURE, the order of the features): a feature uses earlier
//! ones only, through their `mod.rs`.

pub use salal_reference::{pharmacies, reference_data, uploads};

pub mod drugs;
pub mod people;

pub mod accounts;
pub mod audit;
pub mod clinic_notes;
pub mod fax;
pub mod links;
pub mod medical_info;
pub mod payments;
pub mod pharmanet;
pub mod presence;
pub mod suggestions;

pub mod messages;

pub mod orders;

pub mod lab_tests;
pub mod prescriptions;
pub mod sleep_studies;

pub mod billing;
pub mod notes;

pub mod manage_data;
pub mod operations;

pub mod patient_page;
