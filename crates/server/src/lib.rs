// SPDX-License-Identifier: AGPL-3.0-or-later

//! Salal's server: the API layer with its route table, the job queue, the features, and the program that
//! combines them. Not here: rules (`salal-domain`), the database engines (`salal-db`), page layout
//! (`salal-documents`) and clients of external services (`salal-integrations`).

pub mod api;
pub mod app;
pub mod changes;
pub mod context;
pub mod crash;
pub mod demo;
pub mod documents;
#[cfg(test)]
mod entities {
    mod tests;
}
pub mod error;
pub mod events;
pub mod features;
pub mod hooks;
pub mod jobs;
pub mod listener;
pub mod machine_clock;
pub mod notifications;
pub mod sandbox;
pub mod sealing;
pub mod settings;
pub mod shell;
pub mod storage;
pub mod terminal;
