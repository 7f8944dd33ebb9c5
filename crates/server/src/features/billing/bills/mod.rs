//! Bills of visits: making one, seeing one with its history, changing one that has not left or came back.

mod change;
mod create;
pub(super) mod repo;
mod view;

pub(super) use change::{change, get};
pub(super) use create::create;
pub(super) use view::{one, views};
