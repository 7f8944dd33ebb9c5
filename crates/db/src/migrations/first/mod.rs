// SPDX-License-Identifier: AGPL-3.0-or-later

//! The schema of the first release, one migration a feature, in an order in which each names only tables that are
//! there: mostly that of the features. Two knots are cut where a table of one feature names one of a later feature:
//! files are made with people, and the patients' list with accounts.
//!
//! The columns stand in the order in which programs before 0.1.0 made them, so that a database of theirs and a new one
//! are the same to the letter (`super::before`).

mod accounts;
mod audit;
mod billing;
mod clinic_notes;
mod drugs;
mod fax;
mod insight;
mod lab_tests;
mod links;
mod manage_data;
mod medical_info;
mod messages;
mod notes;
mod operations;
mod payments;
mod people;
mod pharmacies;
mod pharmanet;
mod platform;
mod prescriptions;
mod presence;
mod sleep_studies;
mod suggestions;

use super::Step;

/// The first migrations, in their order.
pub(super) const STEPS: [Step; 23] = [
    Step("first_platform", platform::SQL),
    Step("first_pharmacies", pharmacies::SQL),
    Step("first_people", people::SQL),
    Step("first_medical_info", medical_info::SQL),
    Step("first_links", links::SQL),
    Step("first_presence", presence::SQL),
    Step("first_suggestions", suggestions::SQL),
    Step("first_pharmanet", pharmanet::SQL),
    Step("first_drugs", drugs::SQL),
    Step("first_accounts", accounts::SQL),
    Step("first_audit", audit::SQL),
    Step("first_fax", fax::SQL),
    Step("first_payments", payments::SQL),
    Step("first_clinic_notes", clinic_notes::SQL),
    Step("first_messages", messages::SQL),
    Step("first_sleep_studies", sleep_studies::SQL),
    Step("first_prescriptions", prescriptions::SQL),
    Step("first_lab_tests", lab_tests::SQL),
    Step("first_notes", notes::SQL),
    Step("first_billing", billing::SQL),
    Step("first_manage_data", manage_data::SQL),
    Step("first_operations", operations::SQL),
    Step("first_insight", insight::SQL),
];
