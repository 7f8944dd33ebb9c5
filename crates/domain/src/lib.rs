// SPDX-License-Identifier: AGPL-3.0-or-later

//! The rules of the service as pure functions.
//!
//! No clock, no randomness, no files, no database and no network: callers pass in everything a rule needs.

pub mod billing;
pub mod cancelling;
pub mod codes;
pub mod destinations;
pub mod drug_overrides;
pub mod eligibility;
pub mod falls;
pub mod faults;
pub mod fax;
pub mod fees;
pub mod filters;
pub mod histogram;
pub mod lists;
pub mod medical_info;
pub mod messages;
pub mod notes;
pub mod options;
pub mod people;
pub mod prescriptions;
pub mod safety;
pub mod search;
pub mod sleep;
pub mod subjects;
#[cfg(test)]
mod testing;
pub mod texts;
pub mod unseen;
pub mod uploads;

pub use salal_formats::days;
