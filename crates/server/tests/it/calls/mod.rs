// SPDX-License-Identifier: AGPL-3.0-or-later

//! One file a call, in folders by feature: it works, each refusal, bad input, absent, twice. Whole
//! answers are snapshots, with what differs between two runs replaced by its kind.

mod accounts;
mod audit;
mod billing;
mod drugs;
pub(crate) mod fax;
pub(crate) mod lab_tests;
mod links;
mod medical_info;
mod messages;
mod office;
mod payments;
mod people;
mod pharmacies;
mod pharmanet;
mod presence;
mod reference_data;
mod sleep_studies;
mod suggestions;
mod uploads;
