// SPDX-License-Identifier: AGPL-3.0-or-later

//! Requests to renew, their review, signing, copies and renewals. The order of the features is in ARCHITECTURE.

use salal_platform::{api, context, crash, error, jobs, notifications};

pub mod prescriptions;
