//! What is still to be done on a prescription, kept on its row so that the queue of the whole clinic is
//! one indexed read. It is worked out anew from the whole record at the end of every change.

use sea_orm::ConnectionTrait;

use super::rows::prescription;
use super::store;
use super::wire::PrescriptionView;
use crate::error::Result;

/// Kinds of work, in the order in which they come.
pub(super) const KINDS: [&str; 3] = ["review", "send", "refund"];

/// The next work on a prescription; none when the clinic is done with it.
pub(super) fn of(view: &PrescriptionView) -> Option<&'static str> {
    match view.status.as_str() {
        "CREATED" | "CANCELED" => None,
        "PENDING" | "ACKNOWLEDGED" => Some("review"),
        _ if is_to_be_sent(view) => Some("send"),
        _ if view.can_refund => Some("refund"),
        _ => None,
    }
}

/// Approved, and no pharmacy was sent it by fax or on paper.
fn is_to_be_sent(view: &PrescriptionView) -> bool {
    let approved = |line: &super::wire::MedicationView| line.status.as_deref() == Some("Approved");
    view.medications.iter().any(approved)
        && view.printed.is_none()
        && !view.statuses.iter().any(|status| status.code == "FAXED")
}

/// Writes it down where it changed, in the caller's transaction.
pub(super) async fn keep(
    tx: &impl ConnectionTrait,
    row: &prescription::Model,
    view: &PrescriptionView,
) -> Result<()> {
    store::set_work(tx, row.id, of(view)).await
}
