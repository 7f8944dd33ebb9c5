// SPDX-License-Identifier: AGPL-3.0-or-later

//! Suggestions: what people tell the administrators about the product, optionally with a screenshot. The
//! screenshot may show health information: only administrators can open it (decision 29). Not here: messages
//! to staff about a person's care (messages).

mod dto;
pub mod entity;
mod picture;
mod repo;
mod routes;

pub use routes::routes;
