//! The calls on what waits.

use super::{clinic_queue, house, other_work};
use crate::door::{Access, Claim, Method, Role, Row, Trace, row};

/// The calls of this feature.
#[rustfmt::skip]
pub fn calls() -> Vec<Row> {
    use Method::{Get, Put};
    let looks = Access::Roles(&[Role::Doctor, Role::Office, Role::Admin]);
    let acts = Access::Roles(&[Role::Office, Role::Admin]);
    let all_at_once = Claim::NoPatient("wakes what waits, whosever it is, and shows nothing of it");
    let (all, record) = (Claim::AnyPatient, Trace::PatientRecord);
    let staff = Access::Roles(&[Role::Doctor, Role::Office]);
    let admin = Access::Roles(&[Role::Admin]);
    let installation = Claim::NoPatient("the installation: work is counted, not opened");
    let unnamed = Trace::Untraced("no record is named");
    vec![
        row(Get, "/operations", admin, installation, unnamed, "The state of the installation: work, outside services, effects without an outcome, versions, backups, the audit's chain, disks.", house::show),
        row(Put, "/operations/retry/{kind}", admin, installation, unnamed, "Has work of a kind that failed tried now.", house::retry),
        row(Get, "/other-work", staff, all, record, "Sleep orders and laboratory results that wait, oldest first.", other_work::list),
        row(Get, "/clinic-queue", looks, all, record, "What waits for the partner clinic's record system, and why.", clinic_queue::list),
        row(Put, "/clinic-queue/retry/{id}", acts, all, record, "Has one piece of work for the partner clinic tried now.", clinic_queue::retry),
        row(Put, "/clinic-queue/give-up/{id}", acts, all, record, "Gives one piece of work for the partner clinic up, with a reason.", clinic_queue::give_up),
        row(Put, "/clinic-queue/wake", acts, all_at_once, Trace::Untraced("no record is named"), "Asks the partner clinic's record system again at once.", clinic_queue::wake),
    ]
}
