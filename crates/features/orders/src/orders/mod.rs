// SPDX-License-Identifier: AGPL-3.0-or-later

//! What a prescription and the order of a sleep study do alike: each is locked by its version, keeps a history
//! of statuses, is paid and refunded, is signed with a drawing that signs nothing else, is faxed to someone, and tells
//! patient and staff once of each. The
//! aggregates of both features are built of these parts. Not here: what is allowed when (`salal_domain`), and
//! what an order is about.

mod changes;
mod documents;
mod drawings;
mod faxed;
mod history;
mod payable;
mod repo;

use salal_domain::faults::Refusal;

use crate::error::Error;

pub use changes::{Changes, Notice, OrderRef, ask_doctors};
pub use documents::{ReceiptOf, address, clinic, patient, payer, receipt, refuse_without_charge};
pub use drawings::{Drawings, refuse_used_drawing, used_before};
pub use faxed::{Faxed, fax_outcome, tell_fax_desk};
pub use history::{Entry, StatusRow, add_entry, was};
pub use payable::{
    Payable, Stage, fee_effect, is_paying, nothing_cancelled, payment_changed, payment_open,
    refund_detail, refuse_unseen, returnable,
};
pub use repo::{LockedBy, hold_row, lock_row, save_row};

/// Converts a refusal of the rules into an error.
pub fn refused(refusal: Refusal) -> Error {
    Error::conflict(refusal.code, refusal.message)
}
