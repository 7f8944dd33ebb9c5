// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the two kinds of orders do alike, and sleep studies. The order of the features is in ARCHITECTURE.

use salal_platform::{api, context, crash, error, jobs, notifications, settings};

pub mod orders;
pub mod sleep_studies;
