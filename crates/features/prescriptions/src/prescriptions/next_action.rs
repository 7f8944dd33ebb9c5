// SPDX-License-Identifier: AGPL-3.0-or-later

//! Denormalized next action of a prescription (review, fax, send, pharmacy, refund), stored on the row so that the
//! queue of the whole clinic is one indexed read. It is recomputed from the whole record at the end of every
//! change. The inbox is updated with it: a message about the work is settled together with the work.

use salal_domain::prescriptions::copies::CopyState;
use salal_domain::prescriptions::status::{PrescriptionStatus as Status, Work};
use uuid::Uuid;

use super::entity::{prescription, prescription_copy};
use super::view::{Bundle, Known};
use salal_exchange::messages::TellsOf;
use salal_orders::orders;

/// The next action of a prescription; `None` when nothing is left to do.
pub(super) fn next_action(row: &prescription::Model, all: &Bundle, known: &Known) -> Option<Work> {
    let history = all.statuses.get(&row.id);
    match *row.status {
        Status::Created | Status::Canceled => None,
        // Cancelled, and its fee returned: nothing is owed to anyone.
        Status::Refunded if history.is_some_and(|all| orders::was(all, Status::Canceled)) => None,
        Status::Pending | Status::Acknowledged => Some(Work::Review),
        Status::Approved | Status::Rejected | Status::Faxed | Status::Refunded => {
            if is_fax_in_trouble(row.id, all) {
                Some(Work::Fax)
            } else if is_to_be_sent(row.id, all) {
                let has_destination = known.facts().destination.allow().is_ok();
                Some(if has_destination {
                    Work::Send
                } else {
                    Work::Pharmacy
                })
            } else {
                known.can_refund().then_some(Work::Refund)
            }
        }
    }
}

/// A fax, or a cancellation fax, failed or may have reached the wrong recipient, and no one has acted on it
/// yet.
fn is_fax_in_trouble(id: Uuid, all: &Bundle) -> bool {
    let cancellation_failed = |copy: &prescription_copy::Model| {
        let fax = all.cancellations.get(&copy.id);
        *copy.state == CopyState::Voiding && fax.is_some_and(|fax| fax.trouble)
    };
    all.fax_in_force(id).is_some_and(|fax| fax.trouble)
        || all.copies_of(id).last().is_some_and(cancellation_failed)
}

/// Approved, but no pharmacy has a valid copy: not faxed, or the printed paper is not accounted for, or the
/// copy is void or being voided.
fn is_to_be_sent(id: Uuid, all: &Bundle) -> bool {
    let is_out = |copy: &prescription_copy::Model| copy.is_out() && !copy.state.is_void();
    let is_out = all.copies_of(id).last().is_some_and(is_out);
    let mut lines = all.lines_of(id).iter();
    lines.any(|(line, _)| line.is_approved()) && !is_out
}

/// What the messages in the inbox may still announce while this is the next action.
pub(super) fn open_messages(work: Option<Work>) -> &'static [TellsOf] {
    match work {
        None => &[],
        Some(Work::Fax) => &[TellsOf::Review, TellsOf::Fax],
        Some(Work::Review | Work::Send | Work::Pharmacy | Work::Refund) => &[TellsOf::Review],
    }
}
