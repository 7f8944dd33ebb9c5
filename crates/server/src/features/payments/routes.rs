// SPDX-License-Identifier: AGPL-3.0-or-later

//! Routes of payments. Amounts to charge or refund are computed by the feature that sells, whose routes
//! charge a card; here are the wallet's two steps, refunds, the card on the receipt, and the provider's
//! webhooks.

use salal_domain::fees::Cents;
use schemars::JsonSchema;
use serde::Deserialize;

use super::dto::{
    ChargeAnswer, ChargeOrder, MakeOrder, MakeRefund, OrderAnswer, RefundAnswer, UndoRefund,
};
use super::refunds::{self, NewRefund};
use super::settle::SETTLE;
use super::states::{RefundOutcome, RefundState};
use super::view::{self, CardView};
use super::{Subject, payable_providers, repo, wallet};
use crate::api::{
    Access, Audit, Json, Method, NoBody, NoContent, RawBody, Request, Role, Route, ScopePolicy,
    route,
};
use crate::error::{Error, Result};
use crate::jobs;

/// The routes of this feature.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    use Method::{Get, Post, Put};
    vec![
        route(Post, "/payment/order", Access::Roles(&[Role::Patient]), ScopePolicy::OwnRecords, Audit::PatientRecord, "Makes a wallet order for the fee.", order),
        route(Post, "/payment/charge", Access::Roles(&[Role::Patient]), ScopePolicy::OwnRecords, Audit::PatientRecord, "Captures an approved wallet order.", charge),
        route(Put, "/payment/refund", Access::Roles(&[Role::Doctor, Role::Office]), ScopePolicy::AnyPatient, Audit::PatientRecord, "Refunds what may go back of a charge.", refund),
        route(Put, "/payment/refund/undo", Access::Roles(&[Role::Doctor, Role::Office]), ScopePolicy::AnyPatient, Audit::PatientRecord, "Takes a refund back that has not left.", undo_refund),
        route(Get, "/payment/card-by-charge/{id}", Access::AnySignedIn, ScopePolicy::AnyPatient, Audit::PatientRecord, "The card on the receipt.", card_by_charge),
        route(Post, "/webhooks/stripe", Access::Public("signed by the card provider, and only a hint"), ScopePolicy::NoPatient("a payment, asked of the provider itself"), Audit::Untraced("opens nobody's record"), "The card provider's notices.", stripe_notice),
    ]
}

async fn order(request: Request<Json<MakeOrder>>) -> Result<Json<OrderAnswer>> {
    let (ctx, me) = (&request.ctx, request.me()?.person_id);
    if !ctx.settings.features.wallet {
        return Err(Error::conflict(
            "NO_WALLET",
            "Paying by wallet is switched off. Please pay by card.",
        ));
    }
    let subject = request.body.0.subject()?;
    let due = payable_providers::amount_due(ctx, &request.scope, &subject).await?;
    let site = ctx.settings.server.public_url.trim_end_matches('/');
    let page = format!("{site}{}", due.page);
    request.audit_access(me);
    let ordered = wallet::order(
        ctx,
        wallet::NewOrder {
            subject,
            person: me,
            amount_cents: due.amount.0,
            cancel_url: format!("{page}&wallet=cancelled"),
            return_url: page,
        },
    )
    .await?;
    let answer = OrderAnswer {
        order_id: ordered.order_id,
        approve_url: ordered.approve_url,
    };
    let tx = request.begin().await?;
    request.commit(tx, answer).await
}

async fn charge(request: Request<Json<ChargeOrder>>) -> Result<Json<ChargeAnswer>> {
    let me = request.me()?.person_id;
    let known = repo::find_by_reference(request.ctx.db.read(), &request.body.0.order_id).await?;
    let payment = known
        .filter(|payment| payment.person_id == me)
        .ok_or_else(Error::not_found)?;
    let asked = request.body.0.amount.map(Cents::from_dollars);
    if asked.is_some_and(|asked| asked != Some(Cents(payment.amount_cents))) {
        return Err(Error::field(
            "amount",
            "The amount is not the fee of this request. You were not charged.",
        ));
    }
    let payment = wallet::capture(&request.ctx, me, &request.body.0.order_id).await?;
    request.audit_access(me);
    let seen = view::payment_view(&payment);
    let answer = ChargeAnswer {
        payment_id: payment.id,
        state: *payment.state,
        charge_amount: seen.charge_amount,
        message: seen.message,
    };
    let tx = request.begin().await?;
    request.commit(tx, answer).await
}

async fn refund(request: Request<Json<MakeRefund>>) -> Result<Json<RefundAnswer>> {
    let (ctx, sent, me) = (&request.ctx, &request.body.0, request.me()?.person_id);
    let (payment, subject) = view::subject_of_charge(ctx.db.read(), &sent.charge_id).await?;
    let back = payable_providers::refundable(ctx, &request.scope, &subject).await?;
    request.audit_access(back.person);
    if back.amount == Cents::ZERO {
        let standing = view::payment_summary(ctx.db.read(), &subject.kind, subject.id).await?;
        return match standing.refund {
            // A second click after the first succeeded.
            Some(state @ RefundState::Done) => {
                Ok(Json(refunded(state, standing.refunded_cents, back.done)))
            }
            Some(RefundState::Intended | RefundState::Unknown) => {
                Ok(Json(refunded(RefundState::Unknown, 0, back.done)))
            }
            Some(RefundState::Failed) | None => Err(Error::conflict(
                "NOT_REFUNDABLE",
                "Nothing of this payment can be refunded now.",
            )),
        };
    }
    if Cents::from_dollars(sent.amount) != Some(back.amount) {
        return Err(Error::field(
            "amount",
            "The amount is not what can be refunded. Nothing was refunded.",
        ));
    }
    let new = NewRefund {
        payment,
        amount_cents: back.amount.0,
        by: me,
    };
    refunds::refund(ctx, new).await?;
    let after = view::payment_summary(ctx.db.read(), &subject.kind, subject.id).await?;
    match after.refund {
        Some(RefundState::Failed) | None => Err(Error::conflict(
            "REFUND_REFUSED",
            "The payment provider refused the refund. Nothing was refunded; the office was told.",
        )),
        Some(state) => {
            let tx = request.begin().await?;
            let undo = ctx.settings.jobs.undo_seconds;
            let answer = if state == RefundState::Intended && undo > 0 {
                RefundAnswer {
                    state: RefundOutcome::Waiting,
                    refund_amount: back.amount.dollars(),
                    message: format!("The refund leaves in {undo} seconds."),
                }
            } else {
                refunded(state, after.refunded_cents, back.done)
            };
            request.commit(tx, answer).await
        }
    }
}

/// PUT /payment/refund/undo: cancels the refund as if it had never been requested; the audit log keeps both
/// clicks.
async fn undo_refund(request: Request<Json<UndoRefund>>) -> Result<NoContent> {
    let tx = request.begin().await?;
    let payment = repo::find_by_reference(&tx, &request.body.0.charge_id)
        .await?
        .filter(|payment| request.scope.allows(payment.person_id))
        .ok_or_else(Error::not_found)?;
    refunds::undo(&tx, payment.id).await?;
    request.audit_access(payment.person_id);
    request.commit_as(tx, 204, &()).await?;
    let subject = Subject {
        kind: payment.subject_kind,
        id: payment.subject_id,
    };
    payable_providers::tell(&request.ctx, subject).await?;
    Ok(NoContent)
}

fn refunded(state: RefundState, cents: i64, done: &'static str) -> RefundAnswer {
    let is_done = state == RefundState::Done;
    RefundAnswer {
        state: if is_done {
            RefundOutcome::Done
        } else {
            RefundOutcome::Unknown
        },
        refund_amount: Cents(cents).dollars(),
        message: if is_done {
            done.into()
        } else {
            "We are asking the payment provider whether the refund went through. Please do not refund again.".into()
        },
    }
}

/// A charge.
#[derive(Debug, Deserialize, JsonSchema)]
struct ByCharge {
    /// The provider's charge or capture.
    id: String,
}

async fn card_by_charge(request: Request<NoBody, ByCharge>) -> Result<Json<CardView>> {
    let (person, card) = view::card_of(request.ctx.db.read(), &request.path.id).await?;
    if !request.scope.allows(person) {
        return Err(Error::not_found());
    }
    request.audit_access(person);
    Ok(Json(card))
}

/// A webhook is only a reason to poll: the settle job of the payment is run soon.
async fn stripe_notice(request: Request<RawBody>) -> Result<NoContent> {
    let (ctx, now) = (&request.ctx, request.now());
    let signature = request
        .body
        .headers
        .get("stripe-signature")
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let event = ctx
        .services
        .cards
        .read_webhook(signature, &request.body.bytes, now.timestamp())
        .map_err(|_| Error::malformed("The notice is not signed as it should be."))?;
    let tx = request.begin().await?;
    let fresh = repo::add_event(&tx, &event.id, "stripe", now).await?;
    if let Some(order) = event.order.filter(|_| fresh) {
        jobs::run_soon(&tx, SETTLE, order, now).await?;
    }
    tx.commit().await?;
    ctx.notify_worker();
    Ok(NoContent)
}
