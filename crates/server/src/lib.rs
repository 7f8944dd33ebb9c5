// SPDX-License-Identifier: AGPL-3.0-or-later

//! Salal's server: the features, and the program that combines them. Not here: what they stand on
//! (`salal-platform`), rules (`salal-domain`), the database engines (`salal-db`), page layout (`salal-documents`) and
//! clients of external services (`salal-integrations`).

pub use salal_platform::{
    api, changes, context, crash, error, events, hooks, jobs, machine_clock, notifications, parts,
    sealing, settings, storage,
};

pub mod app;
pub mod demo;
pub mod documents;
#[cfg(test)]
mod entities {
    mod tests;
}
pub mod features;
pub mod listener;
pub mod sandbox;
pub mod shell;
pub mod terminal;
