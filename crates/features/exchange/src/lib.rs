// SPDX-License-Identifier: AGPL-3.0-or-later

//! What leaves the clinic and comes back: faxes, payments, notes to the partner clinic, and messages. The order of the
//! features is in ARCHITECTURE.

use salal_platform::changes::ChangeKind;
use salal_platform::hooks::Needed;
use salal_platform::notifications::{MailAdministratorsOnce, NotifyStaff};
use salal_platform::parts::Parts;
use salal_platform::{api, context, crash, error, hold, hooks, jobs, notifications, sealing};
use salal_reference::uploads::InVisibleThread;

pub mod clinic_notes;
pub mod fax;
pub mod messages;
pub mod payments;

/// Adds faxes, payments, notes to the partner clinic and messages to the whole. Messages are how the staff are told,
/// and know the threads of files. Others must know the prescriptions they are about, what is sold, and what is faxed.
pub fn register(parts: &mut Parts) {
    parts.routes.extend(api::tagged(
        "Fax",
        "Faxes sent and received, and what failed.",
        fax::routes(),
    ));
    parts.routes.extend(api::tagged(
        "Payments",
        "Cards, wallets and refunds.",
        payments::routes(),
    ));
    parts.routes.extend(api::tagged(
        "Messages",
        "Messages between patients and the clinic.",
        messages::routes(),
    ));
    parts.changes.extend([
        ChangeKind::of_health("fax"),
        ChangeKind::for_all_staff("message"),
        ChangeKind::for_all_staff("template"),
    ]);
    parts.kinds.extend(fax::jobs());
    parts.kinds.extend(payments::jobs());
    parts.kinds.extend(clinic_notes::jobs());
    parts.hooks.add(NotifyStaff(messages::tell_staff));
    parts
        .hooks
        .add(MailAdministratorsOnce(messages::mail_administrators_once));
    parts.hooks.add(InVisibleThread(messages::shows_file));
    parts
        .needed
        .push(Needed::once::<messages::SelectPrescriptions>());
    parts
        .needed
        .push(Needed::by_kind::<payments::PayableProvider>());
    parts.needed.push(Needed::by_kind::<fax::FaxSubject>());
}
