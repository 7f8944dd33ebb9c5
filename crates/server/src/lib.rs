// SPDX-License-Identifier: AGPL-3.0-or-later

//! Salal's server: the features, and the program that combines them. Not here: what they stand on
//! (`salal-platform`), the site around them (`salal-site`), rules (`salal-domain`), the database engines (`salal-db`),
//! page layout (`salal-documents`) and clients of external services (`salal-integrations`).

pub use salal_platform::{
    api, changes, context, crash, error, events, files, hold, hooks, jobs, machine_clock,
    notifications, parts, sealing, settings, storage, telemetry,
};
pub use salal_site::{listener, metrics, shell};

pub mod app;
pub mod demo;
#[cfg(test)]
mod entities {
    mod tests;
}
pub mod features;
pub mod restore;
pub mod sandbox;
pub mod terminal;
