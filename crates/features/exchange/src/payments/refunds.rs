// SPDX-License-Identifier: AGPL-3.0-or-later

//! Refunds: at most one open or completed refund per payment (a constraint of the schema), never more than
//! was charged, with the refund's own idempotency key. A click of the staff makes one; a charge that settled after
//! its order was cancelled goes back by itself.

use salal_db::Transaction;
use salal_integrations::cards::CardRefund;
use salal_integrations::wallet::WalletRefund;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::payable_providers::tell;
use super::payment::{NewRefund, Payment};
use super::states::{PaymentMethod, RefundState};
use super::{Subject, books};
use crate::api::Scope;
use crate::context::Context;
use crate::crash;
use crate::error::{Error, Result};
use crate::hold;
use crate::jobs::JobOutcome;

#[derive(Serialize, Deserialize)]
pub(super) struct Payload {
    pub(super) refund: Uuid,
}

/// Whether a refund waits some seconds, in which the click can be undone.
pub(super) fn is_undoable(ctx: &Context) -> bool {
    ctx.settings.jobs.undo_seconds > 0
}

/// Stores an intended refund and makes it. The resulting state is done, unknown or failed; intended while it
/// can be undone.
pub(super) async fn refund(ctx: &Context, mut payment: Payment) -> Result<Payment> {
    hold::refuse(ctx)?;
    let tx = ctx.db.begin().await?;
    payment.save(&tx, ctx).await?;
    tx.commit().await?;
    crash::point("refund.after_intent");
    if is_undoable(ctx) {
        // The job refunds, unless the click is undone before.
        ctx.notify_worker();
        return Ok(payment);
    }
    attempt(ctx, payment).await
}

/// Returns the whole charge of a subject by itself, for this reason: the intent and its job are written in the caller's
/// transaction. False if there is no charge, or a refund of it was asked for before.
pub async fn return_charge(
    tx: &Transaction,
    ctx: &Context,
    subject: &Subject,
    why: &str,
) -> Result<bool> {
    let Some(mut payment) = Payment::find_charge(tx, subject).await? else {
        return Ok(false);
    };
    if payment.last_refund().is_some() {
        return Ok(false);
    }
    let new = NewRefund {
        amount: payment.amount(),
        by: None,
        why: Some(why.to_owned()),
    };
    payment.refund(ctx, new)?;
    payment.save(tx, ctx).await
}

/// Calls the provider with the open refund's own key.
async fn attempt(ctx: &Context, mut payment: Payment) -> Result<Payment> {
    let (id, amount) = payment
        .open_refund()
        .ok_or_else(|| Error::broken("a refund to make that is not open"))?;
    let key = id.to_string();
    let answer = match payment.method() {
        PaymentMethod::Card => {
            let ask = CardRefund {
                intent: payment.provider_reference()?,
                amount_cents: amount.0,
                order: &payment.key(),
                idempotency_key: &key,
            };
            ctx.services.cards.refund(&ask).await
        }
        PaymentMethod::Wallet => {
            let capture = payment
                .charge_reference()
                .ok_or_else(|| Error::broken("a captured order without a capture"))?;
            let ask = WalletRefund {
                capture_id: capture,
                amount_cents: amount.0,
                request_id: &key,
            };
            ctx.services.wallet.refund(&ask).await
        }
    };
    crash::point("refund.after_effect");
    payment.refund_answered(ctx, answer);
    let settled = record(ctx, payment).await?;
    crash::point("refund.after_record");
    Ok(settled)
}

/// Stores what the provider answered, and notifies the subject's provider of an outcome. If another attempt
/// stored its answer first, that one holds.
pub(super) async fn record(ctx: &Context, mut payment: Payment) -> Result<Payment> {
    let tx = ctx.db.begin().await?;
    if !payment.save(&tx, ctx).await? {
        drop(tx);
        return Payment::load(ctx.db.read(), &Scope::for_job(), payment.id()).await;
    }
    tx.commit().await?;
    if payment.open_refund().is_none() {
        tell(ctx, payment.subject()).await?;
    }
    Ok(payment)
}

/// Settles a refund as far as it can be.
pub(super) async fn settle(
    ctx: &Context,
    scope: &Scope,
    id: Uuid,
    was_released: bool,
) -> Result<JobOutcome> {
    let mut payment = Payment::load_of_refund(ctx.db.read(), scope, id).await?;
    if payment.open_refund().is_some_and(|(open, _)| open == id) {
        // Released after a restore: its key may be forgotten by now.
        let made = if was_released {
            books::find_refund(ctx, &payment).await?
        } else {
            None
        };
        payment = match made {
            Some(made) => {
                payment.refund_answered(ctx, Ok(made));
                record(ctx, payment).await?
            }
            None => attempt(ctx, payment).await?,
        };
    }
    match payment.refund_state(id).ok_or_else(Error::not_found)? {
        RefundState::Done => {
            tell(ctx, payment.subject()).await?;
            Ok(JobOutcome::Done)
        }
        RefundState::Failed => Ok(JobOutcome::Failed {
            why: "The payment provider refused a refund. Please review it manually.".into(),
        }),
        RefundState::Intended | RefundState::Unknown => Ok(JobOutcome::Retry {
            why: "the payment provider has not said yet what happened to a refund".into(),
        }),
    }
}
