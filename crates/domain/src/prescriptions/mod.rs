// SPDX-License-Identifier: AGPL-3.0-or-later

//! A prescription from request to fax: lines, states, totals, wording and refunds.
//!
//! Fees are in `fees`, class filters in `filters`; the printed page is in the documents crate.

pub mod again;
mod amount_words;
pub(crate) mod amounts;
mod containers;
mod contradictions;
pub mod copies;
pub mod dispensing;
pub mod drawing;
pub mod drawn_places;
pub mod drawn_shape;
mod error_prone;
mod forms;
mod label_order;
mod lengths;
pub mod limits;
mod measured;
mod named_drugs;
mod names;
mod numbers;
pub mod packs;
pub mod prescribing;
pub mod reasons;
pub mod refunds;
pub mod request;
pub mod run_out;
mod seldom;
pub mod signable;
pub mod sites;
pub mod status;
pub mod steps;
mod strengths;
mod units;
pub mod usage;
mod vague;
pub mod wording;
