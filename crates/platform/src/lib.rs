// SPDX-License-Identifier: AGPL-3.0-or-later

//! What every feature stands on: the API layer with its route table, the job queue, outgoing notifications, live
//! events, settings, errors, and the context that each request and job is given. It names no feature: what features
//! do for one another is registered as hooks. Not here: tables and rules of features, and the program that puts
//! everything together.

pub mod api;
pub mod changes;
pub mod context;
pub mod crash;
pub mod error;
pub mod events;
pub mod files;
pub mod hold;
pub mod hooks;
pub mod jobs;
pub mod lasting;
pub mod machine_clock;
pub mod notifications;
pub mod parts;
pub mod plain_file;
pub mod recipients;
pub mod sealing;
pub mod settings;
pub mod storage;
pub mod telemetry;
pub mod totals;
pub mod traces;
