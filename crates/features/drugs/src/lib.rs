// SPDX-License-Identifier: AGPL-3.0-or-later

//! The drug register: search, and what administrators change about it. The order of the features is in ARCHITECTURE.

use salal_platform::{api, context, error};

pub mod drugs;
