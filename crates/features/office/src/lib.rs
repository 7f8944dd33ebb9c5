// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the office works with: imports of reference data, the state of the installation, the page of a patient,
//! and the numbers of a period. The order of the features is in ARCHITECTURE.

use salal_platform::changes::ChangeKind;
use salal_platform::parts::Parts;
use salal_platform::{
    api, context, crash, error, files, hold, jobs, machine_clock, notifications, recipients,
    sealing, settings, storage,
};

pub mod insight;
pub mod manage_data;
pub mod operations;
pub mod patient_page;
pub mod today;

/// Adds what the office works with to the whole.
pub fn register(parts: &mut Parts) {
    parts.routes.extend(api::tagged(
        "Patient page",
        "Everything the page of a patient shows, in one call.",
        patient_page::routes(),
    ));
    parts.routes.extend(api::tagged(
        "Today",
        "What the first page of doctors and office staff shows, in one call.",
        today::routes(),
    ));
    parts.routes.extend(api::tagged(
        "Insight",
        "How requests were decided, faxed and paid, in numbers.",
        insight::routes(),
    ));
    parts.routes.extend(api::tagged(
        "Operations",
        "State of the installation and its background work.",
        operations::routes(),
    ));
    parts.routes.extend(api::tagged(
        "Manage data",
        "Imports of reference data.",
        manage_data::routes(),
    ));
    parts
        .changes
        .extend([ChangeKind::for_all_staff(manage_data::EVENT)]);
    parts.kinds.extend(operations::alerts::jobs());
    parts.on_restore.push(operations::alerts::forget_found);
    parts.kinds.extend(manage_data::jobs());
    parts.kinds.extend(patient_page::jobs());
    parts.kinds.extend(insight::jobs());
}
