//! Billing the province's plan: which service code fits whom, what a bill must say before it is kept and before
//! it leaves, and what a line of a remittance makes of it (reference teleplan). The records themselves are
//! `salal_formats::teleplan`.

pub mod preflight;
pub mod services;
pub mod state;
pub mod visit;
