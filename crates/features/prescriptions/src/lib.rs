// SPDX-License-Identifier: AGPL-3.0-or-later

//! Requests to renew, their review, signing, copies and renewals. The order of the features is in ARCHITECTURE.

use salal_accounts::accounts::retention::SessionsInUse;
use salal_exchange::messages::SelectPrescriptions;
use salal_platform::changes::ChangeKind;
use salal_platform::parts::Parts;
use salal_platform::{api, context, crash, error, jobs, notifications};
use salal_reference::pharmacies::PharmaciesChanged;

pub mod prescriptions;

/// Adds prescriptions to the whole. They are sold, signed and faxed, their cancellations are faxed, and other features ask
/// about them.
pub fn register(parts: &mut Parts) {
    parts.routes.extend(api::tagged(
        "Prescriptions",
        "Requests to renew, their review, signing, copies and renewals.",
        prescriptions::routes(),
    ));
    parts.changes.extend([
        ChangeKind::of_health(prescriptions::KIND.code()),
        ChangeKind::of_health(prescriptions::QUEUE_EVENT),
    ]);
    parts.hooks.add(prescriptions::prescribed());
    parts.hooks.add(prescriptions::visits());
    parts
        .hooks
        .add(SelectPrescriptions(prescriptions::select_for_messages));
    parts
        .hooks
        .add(SessionsInUse(prescriptions::SESSIONS_IN_USE));
    parts
        .hooks
        .add(PharmaciesChanged(prescriptions::list_changed));
    parts.kinds.extend(prescriptions::jobs());
    let sold = prescriptions::payable_provider();
    parts.hooks.add_of_kind(sold.kind, sold);
    for faxed in [
        prescriptions::fax_subject(),
        prescriptions::cancellation_subject(),
    ] {
        parts.hooks.add_of_kind(faxed.kind, faxed);
    }
    let drawn = prescriptions::drawings();
    parts.hooks.add_of_kind(drawn.kind, drawn);
}
