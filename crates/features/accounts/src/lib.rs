// SPDX-License-Identifier: AGPL-3.0-or-later

//! Who may sign in, and who opened which record. The order of the features is in ARCHITECTURE.

use salal_platform::{api, changes, context, error, hooks, jobs, notifications, sealing, settings};

pub mod accounts;
pub mod audit;
