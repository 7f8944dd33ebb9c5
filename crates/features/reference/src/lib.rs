// SPDX-License-Identifier: AGPL-3.0-or-later

//! Features that stand alone: short lists, pharmacies with their fax numbers, and the files that people send. The order of
//! the features is in ARCHITECTURE.

use salal_platform::hooks::Needed;
use salal_platform::parts::Parts;
use salal_platform::{api, context, error, files, hooks, jobs, settings};

pub mod pharmacies;
pub mod reference_data;
pub mod uploads;

/// Adds short lists, pharmacies and files to the whole. Someone must know the threads that files are attached to,
/// and look after requests whose pharmacy left the list.
pub fn register(parts: &mut Parts) {
    parts.routes.extend(api::tagged(
        "Reference data",
        "Settings, options, countries and other short lists.",
        reference_data::routes(),
    ));
    parts.routes.extend(api::tagged(
        "Pharmacies",
        "Pharmacies and their fax numbers.",
        pharmacies::routes(),
    ));
    parts.routes.extend(api::tagged(
        "Files",
        "Files that people upload, and their pictures.",
        uploads::routes(),
    ));
    parts.kinds.extend(uploads::jobs());
    parts.public_settings = Some(reference_data::public_settings);
    parts
        .needed
        .push(Needed::once::<uploads::InVisibleThread>());
    parts
        .needed
        .push(Needed::once::<pharmacies::PharmaciesChanged>());
}
