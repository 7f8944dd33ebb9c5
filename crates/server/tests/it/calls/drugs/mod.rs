//! The calls on drugs, and the import that fills the catalogue they search.

mod import;
mod medication_filter;
mod name;
mod names;
mod search;
