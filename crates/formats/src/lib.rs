// SPDX-License-Identifier: AGPL-3.0-or-later

//! External file formats, parsed and written: Teleplan, Health Canada's drug database, lab results in HL7 v2,
//! and lists as CSV or JSON.
//!
//! No network, files, database, clock or randomness, and no rule of the clinic: what a value means for a
//! prescription or a claim is decided in `salal-domain`.

pub mod cents;
pub mod days;
pub mod drug_database;
pub mod health_numbers;
pub mod lab_results;
pub mod tables;
pub mod teleplan;
