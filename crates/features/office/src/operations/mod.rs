// SPDX-License-Identifier: AGPL-3.0-or-later

//! Operations: the job queue and system health, for administrators. Lists jobs waiting for the partner clinic
//! with their reasons and possible actions, and the state of the whole installation (`health`). Payloads are
//! never shown. Not here: the jobs themselves, which belong to their features.

pub mod administrator;
pub mod alerts;
pub mod backup;
mod clinic_queue;
mod dto;
pub mod entity;
pub mod files;
pub mod health;
pub mod keys;
mod labels;
mod other_work;
pub mod restore;
mod routes;

pub use clinic_queue::count_waiting;
pub use routes::routes;
