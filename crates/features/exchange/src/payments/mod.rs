// SPDX-License-Identifier: AGPL-3.0-or-later

//! Payments: charges and refunds by card and wallet. Every effect is stored as an intent first, then made
//! with one call under that intent's own idempotency key, then its outcome is stored. An unknown outcome is
//! polled with the same key, never repeated blindly. Payments do not know what was bought: they store a
//! subject, ask its provider for the amount due, and notify it when something is settled.

mod books;
mod card;
mod dto;
pub mod entity;
mod jobs;
mod lost;
mod pay;
mod payable_providers;
mod payment;
mod refunds;
mod repo;
mod routes;
mod settle;
mod states;
mod summary;
mod unconfirmed;
mod wallet;

use salal_domain::subjects::SubjectKind;
use uuid::Uuid;

pub use books::{Unknown, take_over_charge, take_over_refund, unknown_charges, unknown_refunds};
pub use dto::{CardView, PaymentView};
pub use jobs::{Job, jobs};
pub use pay::{Pay, pay};
pub use payable_providers::{Due, PayableProvider, Refundable};
pub use refunds::return_charge;
pub use repo::counted::{Moved, charged, first_charged, refunded, select_charged, select_refunded};
pub use routes::routes;
pub use states::{PaymentMethod, PaymentState, RefundState};
pub use summary::SummariesPart;
pub use summary::{PaymentSummary, payment_summaries, payment_summary};
pub use unconfirmed::{Unconfirmed, UnconfirmedKind, unconfirmed};

/// What was bought: a kind and an id, nothing more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Subject {
    pub kind: SubjectKind,
    pub id: Uuid,
}

impl Subject {
    pub fn prescription(id: Uuid) -> Self {
        Self {
            kind: SubjectKind::Prescription,
            id,
        }
    }

    pub fn sleep_assessment(id: Uuid) -> Self {
        Self {
            kind: SubjectKind::SleepAssessment,
            id,
        }
    }
}
