// SPDX-License-Identifier: AGPL-3.0-or-later

//! Features that stand alone: short lists, pharmacies with their fax numbers, and the files that people send. The order of
//! the features is in ARCHITECTURE.

use salal_platform::{api, context, error, hooks, jobs, settings, storage};

pub mod pharmacies;
pub mod reference_data;
pub mod uploads;
