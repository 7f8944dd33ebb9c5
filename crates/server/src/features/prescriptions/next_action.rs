// SPDX-License-Identifier: AGPL-3.0-or-later

//! Denormalized next action of a prescription (review, fax, send, refund), stored on the row so that the
//! queue of the whole clinic is one indexed read. It is recomputed from the whole record at the end of every
//! change. The inbox is updated with it: a message about the work is settled together with the work.

use salal_domain::prescriptions::copies::CopyState;
use salal_domain::prescriptions::status::{MedicationStatus, PrescriptionStatus as Status, Work};

use super::dto::{CopyView, PrescriptionView};
use crate::features::messages::TellsOf;

/// The next action of a prescription; `None` when nothing is left to do.
pub(super) fn next_action(view: &PrescriptionView) -> Option<Work> {
    match view.status {
        Status::Created | Status::Canceled => None,
        Status::Pending | Status::Acknowledged => Some(Work::Review),
        Status::Approved | Status::Rejected | Status::Faxed | Status::Refunded => {
            if is_fax_in_trouble(view) {
                Some(Work::Fax)
            } else if is_to_be_sent(view) {
                Some(Work::Send)
            } else {
                view.can_refund.then_some(Work::Refund)
            }
        }
    }
}

/// A fax, or a cancellation fax, failed or may have reached the wrong recipient, and no one has acted on it
/// yet.
fn is_fax_in_trouble(view: &PrescriptionView) -> bool {
    let cancellation_failed = |copy: &CopyView| {
        copy.state == CopyState::Voiding && copy.void.as_ref().is_some_and(|void| void.fax_trouble)
    };
    view.fax.as_ref().is_some_and(|fax| fax.trouble)
        || view.copies.first().is_some_and(cancellation_failed)
}

/// Approved, but no pharmacy has a valid copy: not faxed, or the printed paper is not accounted for, or the
/// copy is void or being voided.
fn is_to_be_sent(view: &PrescriptionView) -> bool {
    let approved =
        |line: &super::dto::MedicationView| line.status == Some(MedicationStatus::Approved);
    let is_out = |copy: &CopyView| copy.is_out && !copy.state.is_void();
    let is_out = view.copies.first().is_some_and(is_out);
    view.medications.iter().any(approved) && !is_out
}

/// What the messages in the inbox may still announce while this is the next action.
pub(super) fn open_messages(work: Option<Work>) -> &'static [TellsOf] {
    match work {
        None => &[],
        Some(Work::Fax) => &[TellsOf::Review, TellsOf::Fax],
        Some(Work::Review | Work::Send | Work::Refund) => &[TellsOf::Review],
    }
}
