//! Suggestions: what people tell the administrators about the product, with a picture of the screen
//! if they like. The picture may show health data: only administrators open it (decision 29).
//! Deliberately not here: messages to the staff about a person's care (messages).

mod dto;
pub(crate) mod entity;
mod picture;
mod repo;
mod routes;

pub use routes::routes;
