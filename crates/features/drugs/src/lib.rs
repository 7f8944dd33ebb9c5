// SPDX-License-Identifier: AGPL-3.0-or-later

//! The drug register: search, and what administrators change about it. The order of the features is in ARCHITECTURE.

use salal_platform::changes::ChangeKind;
use salal_platform::parts::Parts;
use salal_platform::{api, context, error};

pub mod drugs;

/// Adds the drug register to the whole.
pub fn register(parts: &mut Parts) {
    parts.routes.extend(api::tagged(
        "Drugs",
        "Search in the drug register, and what administrators change about it.",
        drugs::routes(),
    ));
    parts.changes.extend([ChangeKind::for_all_staff("data")]);
}
