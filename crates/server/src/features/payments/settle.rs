// SPDX-License-Identifier: AGPL-3.0-or-later

//! Settles payments with an unknown outcome: polled with the same key until the provider gives the outcome,
//! which is then passed to the subject's provider. If that fails, the staff are notified.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::entity::payment;
use super::payable_providers::tell;
use super::states::{PaymentMethod, PaymentState};
use super::{Subject, card, repo, wallet};
use crate::context::Context;
use crate::error::Result;
use crate::jobs::JobOutcome;

/// The job that settles one payment.
pub(super) const SETTLE: &str = "payments.settle";

#[derive(Serialize, Deserialize)]
pub(super) struct Payload {
    pub(super) payment: Uuid,
}

/// When an unknown outcome is first polled: after the request of the click has had its time.
pub(super) fn first_look(ctx: &Context) -> TimeDelta {
    TimeDelta::milliseconds(ctx.settings.jobs.first_wait_milliseconds)
}

/// Settles a payment as far as it can be.
pub(super) async fn settle(ctx: &Context, id: Uuid) -> Result<JobOutcome> {
    let payment = repo::get_payment(ctx.db.read(), id).await?;
    let payment = if payment.state.is_open() {
        ask(ctx, payment).await?
    } else {
        payment
    };
    match *payment.state {
        PaymentState::Charged | PaymentState::Declined | PaymentState::Failed => {
            tell(
                ctx,
                Subject {
                    kind: payment.subject_kind,
                    id: payment.subject_id,
                },
            )
            .await?;
            Ok(JobOutcome::Done)
        }
        PaymentState::Ordered
        | PaymentState::Intended
        | PaymentState::Capturing
        | PaymentState::Unknown => Ok(JobOutcome::Retry {
            why: "the payment provider has not said yet what became of a payment".into(),
        }),
    }
}

async fn ask(ctx: &Context, payment: payment::Model) -> Result<payment::Model> {
    match *payment.method {
        PaymentMethod::Card => card::attempt(ctx, payment).await,
        PaymentMethod::Wallet => wallet::attempt(ctx, payment).await,
    }
}
