//! What the field says: the rules of the service as plain functions over plain values.
//!
//! No clock, no randomness, no files, no database and no network: callers pass in what a rule needs to know.

pub mod days;
pub mod drug_database;
pub mod eligibility;
pub mod falls;
pub mod faults;
pub mod fax;
pub mod fees;
pub mod filters;
pub mod labs;
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
pub mod tables;
pub mod teleplan;
pub mod texts;
pub mod unseen;
pub mod uploads;
