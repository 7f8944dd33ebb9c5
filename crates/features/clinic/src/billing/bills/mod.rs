// SPDX-License-Identifier: AGPL-3.0-or-later

//! Bills of visits: creating, viewing with history, and changing one that was not sent or came back.

mod change;
mod create;
pub(super) mod repo;
mod view;

pub(super) use change::{change, get, resubmit};
pub(super) use create::create;
pub(super) use view::{view, views};
