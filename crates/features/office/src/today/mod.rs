// SPDX-License-Identifier: AGPL-3.0-or-later

//! The first page of doctors and office staff: what waits, what failed, and the day, in one response. Each feature
//! provides its own part, by the rules of its own lists, so that a number here is the number of the list it opens. Not
//! here: messages, which have lists of their own, and the state of the installation (`operations`).

mod dto;
mod page;
mod routes;

pub use routes::routes;
