// SPDX-License-Identifier: AGPL-3.0-or-later

//! What leaves the clinic and comes back: faxes, payments, notes to the partner clinic, and messages. The order of the
//! features is in ARCHITECTURE.

use salal_platform::{api, context, crash, error, hooks, jobs, notifications, sealing};

pub mod clinic_notes;
pub mod fax;
pub mod messages;
pub mod payments;
