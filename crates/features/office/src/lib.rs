// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the office works with: imports of reference data, the state of the installation, and the page of a patient. The
//! order of the features is in ARCHITECTURE.

use salal_platform::{
    api, context, crash, error, jobs, machine_clock, notifications, settings, storage,
};

pub mod manage_data;
pub mod operations;
pub mod patient_page;
