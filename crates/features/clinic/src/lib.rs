// SPDX-License-Identifier: AGPL-3.0-or-later

//! The clinic's own records: laboratory results, notes of the staff, and claims to the plan. The order of the features is
//! in ARCHITECTURE.

use salal_platform::{api, context, crash, error, jobs, notifications};

pub mod billing;
pub mod lab_tests;
pub mod notes;
