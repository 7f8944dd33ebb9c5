// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls that need more than their crate and those below it, one file a call, in folders by feature: it works, each
//! refusal, bad input, absent, twice. Whole answers are snapshots, with what differs between two runs replaced by its
//! kind. The other calls are tested beside their crates.

mod accounts;
mod audit;
mod billing;
mod drugs;
pub(crate) mod fax;
pub(crate) mod lab_tests;
mod links;
mod messages;
mod payments;
mod people;
mod sleep_studies;
mod uploads;
