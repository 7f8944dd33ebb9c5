//! A prescription from request to fax: its lines, states, totals, words and refunds.
//!
//! Prices are in `fees`, class filters in `filters`; the printed page is the documents crate's.

mod amounts;
pub mod dispensing;
mod forms;
pub mod limits;
mod numbers;
pub mod refunds;
pub mod request;
pub mod run_out;
pub mod status;
pub mod steps;
pub mod usage;
pub mod wording;
