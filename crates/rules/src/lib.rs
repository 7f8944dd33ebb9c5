//! What the field says: the rules of the service as plain functions over plain values.
//!
//! No clock, no randomness, no files, no database and no network: callers pass in what a rule needs to know.

pub mod days;
pub mod faults;
pub mod options;
pub mod texts;
