// SPDX-License-Identifier: AGPL-3.0-or-later

//! Settles payments with an unknown outcome: polled with the same key until the provider gives the outcome,
//! which is then passed to the subject's provider. If that fails, the staff are notified.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::payable_providers::tell;
use super::payment::Payment;
use super::states::{PaymentMethod, PaymentState};
use super::{books, card, wallet};
use crate::api::Scope;
use crate::context::Context;
use crate::error::Result;
use crate::jobs::JobOutcome;

#[derive(Serialize, Deserialize)]
pub(super) struct Payload {
    pub(super) payment: Uuid,
}

/// When an unknown outcome is first polled: after the request of the click has had its time.
pub(super) fn first_look(ctx: &Context) -> TimeDelta {
    TimeDelta::milliseconds(ctx.settings.jobs.first_wait_milliseconds)
}

/// The card provider keeps a key for 24 hours at least.
const KEY_IS_KEPT: TimeDelta = TimeDelta::hours(23);

fn is_key_old(ctx: &Context, payment: &Payment) -> bool {
    ctx.now() - payment.row().created_at > KEY_IS_KEPT
}

/// Settles a payment as far as it can be.
/// One that was released after a restore, or is old, is looked for first: its key may be forgotten by now.
pub(super) async fn settle(
    ctx: &Context,
    scope: &Scope,
    id: Uuid,
    was_released: bool,
) -> Result<JobOutcome> {
    let mut payment = Payment::load(ctx.db.read(), scope, id).await?;
    if payment.state().is_open() {
        payment = match payment.method() {
            PaymentMethod::Card if was_released || is_key_old(ctx, &payment) => {
                match books::find_charge(ctx, &payment).await? {
                    Some(intent) => books::record_charge(ctx, payment, intent).await?,
                    None => card::attempt(ctx, payment).await?,
                }
            }
            PaymentMethod::Card => card::attempt(ctx, payment).await?,
            PaymentMethod::Wallet => wallet::attempt(ctx, payment).await?,
        };
    }
    match payment.state() {
        PaymentState::Charged | PaymentState::Declined | PaymentState::Failed => {
            tell(ctx, payment.subject()).await?;
            Ok(JobOutcome::Done)
        }
        PaymentState::Ordered
        | PaymentState::Intended
        | PaymentState::Capturing
        | PaymentState::Unknown => Ok(JobOutcome::Retry {
            why: "the payment provider has not said yet what happened to a payment".into(),
        }),
    }
}

/// Stores what the provider answered to a charge, and notifies the subject's provider of an outcome. If
/// another attempt stored its answer first, that one holds.
pub(super) async fn record(ctx: &Context, mut payment: Payment) -> Result<Payment> {
    let tx = ctx.db.begin().await?;
    if !payment.save(&tx, ctx).await? {
        drop(tx);
        return Payment::load(ctx.db.read(), &Scope::for_job(), payment.id()).await;
    }
    tx.commit().await?;
    if payment.state() != PaymentState::Unknown {
        tell(ctx, payment.subject()).await?;
    }
    Ok(payment)
}
