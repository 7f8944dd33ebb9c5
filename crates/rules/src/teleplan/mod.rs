//! Billing the province's plan: which service code fits whom, what a bill must say, the records that go
//! to Teleplan and those that come back, and what a line of a remittance makes of a bill (reference
//! teleplan). Bytes and values in, bytes and values out: sending and keeping are the server's.

pub mod answer;
pub mod claims;
pub mod codes;
pub mod columns;
pub mod lists;
pub mod preflight;
pub mod remittance;
pub mod services;
pub mod state;
pub mod visit;
