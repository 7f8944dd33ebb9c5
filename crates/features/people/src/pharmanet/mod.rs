// SPDX-License-Identifier: AGPL-3.0-or-later

//! The PharmaNet lookup in the province's drug information, in its safe form (decision 26): the page stores
//! the staff member's credentials only sealed, bound to that person and session, and has them opened right
//! before the form is submitted; each use is recorded. Not here: the other site's response, which our
//! programs never see.

mod dto;
pub mod entity;
mod repo;
mod routes;
mod sealed;

pub use routes::routes;
