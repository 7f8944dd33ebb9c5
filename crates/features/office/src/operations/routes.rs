// SPDX-License-Identifier: AGPL-3.0-or-later

//! Routes of operations.

use super::{clinic_queue, health, other_work, restore};
use crate::api::{Access, Audit, Method, Role, Route, ScopePolicy, route};
use crate::error::Kind;

/// The routes of this feature.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    use Method::{Get, Put};
    let looks = Access::Roles(&[Role::Doctor, Role::Office, Role::Admin]);
    let acts = Access::Roles(&[Role::Office, Role::Admin]);
    let all_at_once = ScopePolicy::NoPatient("wakes what waits, whosever it is, and shows nothing of it");
    let all = ScopePolicy::AnyPatient;
    let staff = Access::Roles(&[Role::Doctor, Role::Office]);
    let admin = Access::Roles(&[Role::Admin]);
    let installation = ScopePolicy::NoPatient("the installation: work is counted, not opened");
    let unnamed = Audit::Untraced("no record is named");
    vec![
        route(Get, "/operations", admin, installation, unnamed, "The state of the installation: work, outside services, effects without an outcome, versions, backups, the audit's chain, disks.", health::show),
        route(Put, "/operations/retry/{kind}", admin, installation, unnamed, "Has work of a kind that failed tried now.", health::retry),
        route(Get, "/operations/restore", admin, all, Audit::PatientRecord("Viewed in a list what is held after a restore"), "What is held after a restore from a backup, oldest first.", restore::show),
        route(Get, "/operations/restore/books", admin, all, Audit::PatientRecord("Viewed in a list what services have since a backup"), "Charges, refunds and faxes that services have since the backup and that are not here.", restore::books),
        route(Put, "/operations/restore/books", admin, all, Audit::PatientRecord("Recorded a charge or refund of after the backup"), "Records a charge or refund that the card service has, at the payment that it belongs to.", restore::take_over_entry).refuses(&[Kind::Invalid]),
        route(Put, "/operations/restore/release", admin, all, Audit::PatientRecord("Released everything that was held after a restore"), "Releases everything that is held after a restore: it is sent, and new work is no longer held.", restore::release_all).refuses(&[Kind::Invalid]),
        route(Put, "/operations/restore/release/{id}", admin, all, Audit::PatientRecord("Released something that was held after a restore"), "Releases one held effect: it is sent now, unless the service has it already.", restore::release).refuses(&[Kind::Invalid]),
        route(Put, "/operations/restore/take-over/{id}", admin, all, Audit::PatientRecord("Recorded that something held after a restore had happened already"), "Records that a held effect happened after the backup was made: it is not sent again.", restore::take_over).refuses(&[Kind::Invalid]),
        route(Get, "/other-work", staff, all, Audit::PatientRecord("Viewed in a list that a sleep study or a lab test is waiting"), "Sleep orders and laboratory results that wait, oldest first.", other_work::list_other_work),
        route(Get, "/clinic-queue", looks, all, Audit::PatientRecord("Viewed in a list what will be sent to the partner clinic"), "What is waiting for the partner clinic's record system, and why.", clinic_queue::list_clinic_queue).refuses(&[Kind::Invalid]),
        route(Put, "/clinic-queue/retry/{id}", acts, all, Audit::PatientRecord("Retried sending to the partner clinic"), "Has one piece of work for the partner clinic tried now.", clinic_queue::retry),
        route(Put, "/clinic-queue/give-up/{id}", acts, all, Audit::PatientRecord("Stopped sending to the partner clinic"), "Gives up on a task for the partner clinic, with a reason.", clinic_queue::give_up),
        route(Put, "/clinic-queue/wake", acts, all_at_once, Audit::Untraced("no record is named"), "Asks the partner clinic's record system again at once.", clinic_queue::retry_clinic_queue),
    ]
}
