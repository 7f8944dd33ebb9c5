// SPDX-License-Identifier: AGPL-3.0-or-later

//! The clinic's own records: laboratory results, notes of the staff, and claims to the plan. The order of the features is
//! in ARCHITECTURE.

use salal_people::people::Visits;
use salal_platform::changes::ChangeKind;
use salal_platform::hooks::Needed;
use salal_platform::parts::Parts;
use salal_platform::{api, context, crash, error, hold, jobs, notifications, sealing};

pub mod billing;
pub mod lab_tests;
pub mod notes;

/// Adds the clinic's own records to the whole.
pub fn register(parts: &mut Parts) {
    parts.routes.extend(api::tagged(
        "Lab tests",
        "Laboratory results and what needs to be looked at.",
        lab_tests::routes(),
    ));
    parts.routes.extend(api::tagged(
        "Notes",
        "Notes of the staff about a patient.",
        notes::routes(),
    ));
    parts.routes.extend(api::tagged(
        "Billing",
        "Claims to the Medical Services Plan (Teleplan) and their remittances.",
        billing::routes(),
    ));
    parts.changes.extend([
        ChangeKind::of_health(lab_tests::KIND.code()),
        ChangeKind::of_health(notes::EVENT),
        ChangeKind::of_health(notes::DRAFT_EVENT),
        ChangeKind::of_health(billing::EVENT),
    ]);
    parts.on_restore.push(billing::forget_counters);
    parts.kinds.extend(notes::jobs());
    parts.kinds.extend(billing::jobs());
    parts.sealed.extend(billing::SEALED);
    parts.needed.push(Needed::once::<Visits>());
}
