//! A prescription from request to fax: its lines, states, totals, words and refunds.
//!
//! Prices are in `fees`, class filters in `filters`; the printed page is the documents crate's.

pub mod usage;
