// SPDX-License-Identifier: AGPL-3.0-or-later

//! Features about a person: particulars, health documents, what a patient says about health, links that show one thing
//! to one person, who of the staff has a record open, and what people suggest. The order of the features is in
//! ARCHITECTURE.

use salal_platform::changes::ChangeKind;
use salal_platform::hooks::Needed;
use salal_platform::parts::Parts;
use salal_platform::{api, context, crash, error, hooks, jobs, notifications, sealing};

pub mod links;
pub mod medical_info;
pub mod people;
pub mod pharmanet;
pub mod presence;
pub mod suggestions;

/// Adds the features about a person to the whole. Someone must know their accounts and prescriptions.
pub fn register(parts: &mut Parts) {
    parts.routes.extend(api::tagged(
        "People",
        "Personal information, health documents and the list of patients.",
        people::routes(),
    ));
    parts.routes.extend(api::tagged(
        "Medical information",
        "What a patient says about health and current medications.",
        medical_info::routes(),
    ));
    parts.routes.extend(api::tagged(
        "PharmaNet",
        "The provincial medication record.",
        pharmanet::routes(),
    ));
    parts.routes.extend(api::tagged(
        "Presence",
        "Who else of the staff has a patient open.",
        presence::routes(),
    ));
    parts.routes.extend(api::tagged(
        "Suggestions",
        "What people propose and report.",
        suggestions::routes(),
    ));
    parts.changes.extend([
        ChangeKind::for_all_staff("person"),
        ChangeKind::of_health("medicalinfo"),
        ChangeKind::for_all_staff("presence"),
        ChangeKind::for_all_staff("problem"),
    ]);
    parts.kinds.extend(people::jobs());
    parts.needed.push(Needed::once::<people::AccountOf>());
    parts.needed.push(Needed::once::<people::Prescribed>());
    // A search finds what is in its tables, which an earlier version may have left unfilled.
    parts
        .on_database
        .push(|db| Box::pin(async move { people::complete_search(&db).await }));
}
