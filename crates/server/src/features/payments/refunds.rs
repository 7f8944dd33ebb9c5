// SPDX-License-Identifier: AGPL-3.0-or-later

//! Refunds: at most one open or completed refund per payment (a constraint of the schema), never more than
//! was charged, with the refund's own idempotency key.

use salal_integrations::ServiceError;
use salal_integrations::cards::{CardRefund, Refund as ProviderRefund, RefundStatus};
use salal_integrations::wallet::WalletRefund;
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::entity::{payment, refund};
use super::payable_providers::tell;
use super::states::{PaymentMethod, PaymentState, RefundState};
use super::{Subject, repo, settle};
use crate::context::Context;
use crate::crash;
use crate::error::{Error, Result};
use crate::jobs::{self, JobOutcome, NewJob};

/// The job that settles one refund.
pub(super) const SETTLE_REFUND: &str = "payments.settle_refund";

#[derive(Serialize, Deserialize)]
pub(super) struct Payload {
    pub(super) refund: Uuid,
}

/// A refund to make; the amount is computed by the server.
pub(crate) struct NewRefund {
    pub payment: Uuid,
    pub amount_cents: i64,
    /// The staff member who requested it.
    pub by: Uuid,
}

/// Refunds. The resulting state is done, unknown or failed; intended while it can be undone.
pub(crate) async fn refund(ctx: &Context, new: NewRefund) -> Result<refund::Model> {
    let payment = repo::get_payment(ctx.db.read(), new.payment).await?;
    if *payment.state != PaymentState::Charged
        || new.amount_cents <= 0
        || new.amount_cents > payment.amount_cents
    {
        return Err(Error::conflict(
            "NOT_REFUNDABLE",
            "Nothing of this payment can be refunded.",
        ));
    }
    let tx = ctx.db.begin().await?;
    let refund = repo::add_refund(&tx, ctx, &payment, new.amount_cents, new.by).await?;
    let job = NewJob::new(SETTLE_REFUND, &Payload { refund: refund.id })?.once(refund.id);
    let undoable = ctx.settings.jobs.undo_seconds > 0;
    let job = if undoable {
        job.undoable(ctx)
    } else {
        job.at(ctx.now() + settle::first_look(ctx))
    };
    jobs::enqueue(&tx, ctx, job).await?;
    tx.commit().await?;
    crash::point("refund.after_intent");
    if undoable {
        // The job refunds, unless the click is undone before.
        ctx.notify_worker();
        return Ok(refund);
    }
    attempt(ctx, &payment, refund).await
}

/// Cancels a payment's refund that was not sent to the provider yet: its row and its job are deleted
/// together.
pub(super) async fn undo(tx: &impl ConnectionTrait, payment: Uuid) -> Result<()> {
    let open = repo::open_refund(tx, payment).await?;
    let Some(refund) = open else {
        return Err(too_late());
    };
    if !jobs::cancel(tx, SETTLE_REFUND, refund.id).await? || !repo::take_back(tx, refund.id).await?
    {
        return Err(too_late());
    }
    Ok(())
}

fn too_late() -> Error {
    Error::conflict(
        "TOO_LATE",
        "The refund has already been sent and can't be undone.",
    )
}

async fn attempt(
    ctx: &Context,
    payment: &payment::Model,
    refund: refund::Model,
) -> Result<refund::Model> {
    let key = refund.id.to_string();
    let answer = match *payment.method {
        PaymentMethod::Card => {
            let intent = payment
                .provider_ref
                .clone()
                .ok_or_else(|| Error::broken("a charged card without an intent"))?;
            let order = payment.id.to_string();
            let ask = CardRefund {
                intent: &intent,
                amount_cents: refund.amount_cents,
                order: &order,
                idempotency_key: &key,
            };
            ctx.services.cards.refund(&ask).await
        }
        PaymentMethod::Wallet => {
            let capture = payment
                .capture_ref
                .clone()
                .ok_or_else(|| Error::broken("a captured order without a capture"))?;
            let ask = WalletRefund {
                capture_id: &capture,
                amount_cents: refund.amount_cents,
                request_id: &key,
            };
            ctx.services.wallet.refund(&ask).await
        }
    };
    crash::point("refund.after_effect");
    record(ctx, &refund, answer).await?;
    crash::point("refund.after_record");
    repo::get_refund(ctx.db.read(), refund.id).await
}

async fn record(
    ctx: &Context,
    refund: &refund::Model,
    answer: Result<ProviderRefund, ServiceError>,
) -> Result<()> {
    let tx = ctx.db.begin().await?;
    let ended = match answer {
        Ok(done) if matches!(done.status, RefundStatus::Succeeded | RefundStatus::Pending) => {
            repo::end_refund(
                &tx,
                refund.id,
                RefundState::Done,
                Some(done.id),
                Some(ctx.now()),
                None,
            )
            .await?
        }
        Ok(_) => {
            repo::end_refund(
                &tx,
                refund.id,
                RefundState::Failed,
                None,
                None,
                Some("refused by the payment provider".into()),
            )
            .await?
        }
        Err(error) => match error.refusal_code() {
            Some(code) => {
                repo::end_refund(
                    &tx,
                    refund.id,
                    RefundState::Failed,
                    None,
                    None,
                    Some(code.to_owned()),
                )
                .await?
            }
            // Not received, or not sent: the job tries again with the same key.
            None => {
                repo::end_refund(&tx, refund.id, RefundState::Unknown, None, None, None).await?;
                false
            }
        },
    };
    tx.commit().await?;
    if ended {
        tell(
            ctx,
            Subject {
                kind: refund.subject_kind.clone(),
                id: refund.subject_id,
            },
        )
        .await?;
    }
    Ok(())
}

/// Settles a refund as far as it can be.
pub(super) async fn settle(ctx: &Context, id: Uuid) -> Result<JobOutcome> {
    let refund = repo::get_refund(ctx.db.read(), id).await?;
    let payment = repo::get_payment(ctx.db.read(), refund.payment_id).await?;
    let refund = if RefundState::OPEN.contains(&refund.state) {
        attempt(ctx, &payment, refund).await?
    } else {
        refund
    };
    match *refund.state {
        RefundState::Done => {
            tell(
                ctx,
                Subject {
                    kind: refund.subject_kind,
                    id: refund.subject_id,
                },
            )
            .await?;
            Ok(JobOutcome::Done)
        }
        RefundState::Failed => Ok(JobOutcome::Failed {
            why: "The payment provider refused a refund. Please review it manually.".into(),
        }),
        RefundState::Intended | RefundState::Unknown => Ok(JobOutcome::Retry {
            why: "the payment provider has not said yet what became of a refund".into(),
        }),
    }
}
