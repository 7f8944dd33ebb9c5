// SPDX-License-Identifier: AGPL-3.0-or-later

//! The site around any set of features: its context from a database and settings, the router with the web app, and the
//! listener that serves it. It names no feature: which there are is told by `Parts`. Not here: the program, its
//! commands, and what a process does besides serving.

use salal_platform::{
    api, context, error, events, hold, machine_clock, parts, settings, storage, telemetry,
};

mod contexts;
mod documents;
pub mod listener;
pub mod metrics;
mod policy;
pub mod shell;
mod whole;

pub use contexts::{
    context, current_schema_context, has_database, new_or_current_context, patient_context,
    read_only_context,
};
pub use whole::{openapi, site};
