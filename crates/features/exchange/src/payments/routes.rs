// SPDX-License-Identifier: AGPL-3.0-or-later

//! Routes of payments. Amounts to charge or refund are computed by the feature that sells, whose routes
//! charge a card; here are the wallet's two steps, refunds, the card on the receipt, and the provider's
//! webhooks.

use salal_domain::cancelling;
use salal_domain::fees::Cents;
use schemars::JsonSchema;
use serde::Deserialize;

use super::dto::{
    CardView, ChargeAnswer, ChargeOrder, MakeOrder, MakeRefund, OrderAnswer, RefundAnswer,
    ReturnFee, UndoRefund,
};
use super::payable_providers::Refundable;
use super::payment::{NewPayment, NewRefund, Payment, read_amount, refund_open, too_late};
use super::states::RefundState;
use super::{Job, lost, payable_providers, refunds, repo, wallet};
use crate::api::{
    Access, Audit, Json, Method, NoBody, NoContent, RawBody, Request, RequestContext, Role, Route,
    ScopePolicy, route,
};
use crate::error::{Error, Kind, Result};
use crate::jobs;

/// The routes of this feature.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    use Method::{Get, Post, Put};
    vec![
        route(Post, "/payment/order", Access::Roles(&[Role::Patient]), ScopePolicy::OwnRecords, Audit::PatientRecord("Began a payment"), "Makes a wallet order for the fee.", order).refuses(&[Kind::NotFound, Kind::OutsideDown]),
        route(Post, "/payment/charge", Access::Roles(&[Role::Patient]), ScopePolicy::OwnRecords, Audit::PatientRecord("Paid"), "Captures an approved wallet order.", charge).refuses(&[Kind::NotFound]),
        route(Put, "/payment/refund", Access::Roles(&[Role::Doctor, Role::Office]), ScopePolicy::AnyPatient, Audit::PatientRecord("Refunded a payment"), "Refunds what may go back of a charge.", refund).refuses(&[Kind::NotFound]),
        route(Put, "/payment/return-fee", Access::Roles(&[Role::Office, Role::Admin]), ScopePolicy::AnyPatient, Audit::PatientRecord("Returned the fee of a cancelled order"), "Returns the fee of a cancelled order, with a reason.", return_fee).refuses(&[Kind::NotFound]),
        route(Put, "/payment/refund/undo", Access::Roles(&[Role::Doctor, Role::Office, Role::Admin]), ScopePolicy::AnyPatient, Audit::PatientRecord("Undid a refund before it was sent"), "Takes a refund back that has not left.", undo_refund).refuses(&[Kind::NotFound]),
        route(Get, "/payment/card-by-charge/{id}", Access::AnySignedIn, ScopePolicy::AnyPatient, Audit::PatientRecord("Opened the card on a receipt"), "The card on the receipt.", card_by_charge),
        route(Post, "/webhooks/stripe", Access::Public("signed by the card provider, and only a hint"), ScopePolicy::NoPatient("a payment, asked of the provider itself"), Audit::Untraced("opens no patient's record"), "The card provider's notices.", stripe_notice).refuses(&[Kind::NotFound]),
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
    let mut due = payable_providers::amount_due(ctx, &request.scope, &subject).await?;
    if lost::recover(ctx, &subject, &due).await?.is_some() {
        // Refused now, in the words for whatever is paid.
        due = payable_providers::amount_due(ctx, &request.scope, &subject).await?;
    }
    let site = ctx.settings.server.public_url.trim_end_matches('/');
    let page = format!("{site}{}", due.page);
    request.audit_access(me);
    let new = NewPayment {
        subject,
        person: me,
        amount: due.amount,
    };
    let to = wallet::Return {
        cancelled: format!("{page}&wallet=cancelled"),
        approved: page,
    };
    let ordered = wallet::order(ctx, new, to).await?;
    let answer = OrderAnswer {
        order_id: ordered.order_id,
        approve_url: ordered.approve_url,
    };
    let tx = request.begin().await?;
    request.commit(tx, answer).await
}

async fn charge(request: Request<Json<ChargeOrder>>) -> Result<Json<ChargeAnswer>> {
    let (ctx, sent, me) = (&request.ctx, &request.body.0, request.me()?.person_id);
    let db = ctx.db.read();
    let payment = Payment::find_by_reference(db, &request.scope, &sent.order_id)
        .await?
        .filter(|payment| payment.person() == me)
        .ok_or_else(Error::not_found)?;
    if let Some(shown) = sent.amount {
        payment.confirm_amount(shown)?;
    }
    if !payment.is_wallet_of(me) {
        return Err(Error::not_found());
    }
    let payment = wallet::capture(ctx, payment).await?;
    request.audit_access(me);
    let tx = request.begin().await?;
    request.commit(tx, ChargeAnswer::from(&payment)).await
}

async fn refund(request: Request<Json<MakeRefund>>) -> Result<Json<RefundAnswer>> {
    let (sent, me) = (&request.body.0, request.me()?.person_id);
    let (payment, back) = charge_of(&request, &sent.charge_id).await?;
    if back.amount == Cents::ZERO {
        let refused = Error::conflict(
            "NOT_REFUNDABLE",
            "Nothing of this payment can be refunded now.",
        );
        return asked_before(&request, &payment, &back, refused).await;
    }
    if read_amount(sent.amount)? != back.amount {
        return Err(Error::field(
            "amount",
            "The amount is not what can be refunded. Nothing was refunded.",
        ));
    }
    let new = NewRefund {
        amount: back.amount,
        by: Some(me),
        why: None,
    };
    make_refund(&request, payment, back.done, new).await
}

/// PUT /payment/return-fee (decision 175)
async fn return_fee(request: Request<Json<ReturnFee>>) -> Result<Json<RefundAnswer>> {
    let (sent, me) = (&request.body.0, request.me()?.person_id);
    let why =
        cancelling::reason("reason", &sent.reason).map_err(|fault| Error::invalid(vec![fault]))?;
    let (payment, back) = charge_of(&request, &sent.charge_id).await?;
    let amount = match &back.returnable {
        Ok(amount) => *amount,
        Err(refusal) => {
            let refused = Error::conflict(refusal.code, refusal.message.clone());
            return returned_before(&request, &payment, &back, (&why, refused)).await;
        }
    };
    let new = NewRefund {
        amount,
        by: Some(me),
        why: Some(why),
    };
    make_refund(&request, payment, back.done, new).await
}

/// A charge, and what may go back of it.
async fn charge_of(request: &RequestContext, charge: &str) -> Result<(Payment, Refundable)> {
    let (ctx, scope) = (&request.ctx, &request.scope);
    let payment = Payment::find_by_reference(ctx.db.read(), scope, charge)
        .await?
        .ok_or_else(Error::not_found)?;
    let back = payable_providers::refundable(ctx, scope, &payment.subject()).await?;
    request.audit_access(back.person);
    Ok((payment, back))
}

/// What became of a refund that was asked for before; `refused` if there is none. As it is after the amount was
/// computed: another click may have refunded it meanwhile.
async fn asked_before(
    request: &RequestContext,
    payment: &Payment,
    back: &Refundable,
    refused: Error,
) -> Result<Json<RefundAnswer>> {
    let undo = request.ctx.settings.jobs.undo_seconds;
    let now = Payment::load(request.ctx.db.read(), &request.scope, payment.id()).await?;
    match now.last_refund() {
        // A second click after the first succeeded.
        Some(state @ RefundState::Done) => Ok(Json(RefundAnswer::of(
            state,
            now.refunded().0,
            back.done,
            undo,
        ))),
        Some(state @ (RefundState::Intended | RefundState::Unknown)) => {
            let open = now.open_refund().map_or(Cents::ZERO, |(_, amount)| amount);
            Ok(Json(RefundAnswer::of(state, open, back.done, undo)))
        }
        Some(RefundState::Failed) | None => Err(refused),
    }
}

/// What became of the same return of a fee, asked for once more with the same reason; any other is `refused`. A refund
/// of another kind is no answer to it.
async fn returned_before(
    request: &RequestContext,
    payment: &Payment,
    back: &Refundable,
    (why, refused): (&str, Error),
) -> Result<Json<RefundAnswer>> {
    let now = Payment::load(request.ctx.db.read(), &request.scope, payment.id()).await?;
    match now.refund_reason() {
        Some(before) if before == why => asked_before(request, payment, back, refused).await,
        Some(_) if !matches!(now.last_refund(), Some(RefundState::Failed)) => Err(refund_open()),
        Some(_) | None => Err(refused),
    }
}

/// Stores the refund, makes it, and answers with what became of it.
async fn make_refund(
    request: &RequestContext,
    mut payment: Payment,
    done: &'static str,
    new: NewRefund,
) -> Result<Json<RefundAnswer>> {
    let (ctx, amount) = (&request.ctx, new.amount);
    let undo = ctx.settings.jobs.undo_seconds;
    payment.refund(ctx, new)?;
    let payment = refunds::refund(ctx, payment).await?;
    let answer = match payment.last_refund() {
        Some(RefundState::Failed) | None => {
            return Err(Error::conflict(
                "REFUND_REFUSED",
                "The payment provider refused the refund. Nothing was refunded; the office was told.",
            ));
        }
        Some(state @ RefundState::Intended) => RefundAnswer::of(state, amount, done, undo),
        Some(state) => RefundAnswer::of(state, payment.refunded().0, done, undo),
    };
    let tx = request.begin().await?;
    request.commit(tx, answer).await
}

/// PUT /payment/refund/undo: cancels the refund as if it had never been requested; the audit log keeps both
/// clicks.
async fn undo_refund(request: Request<Json<UndoRefund>>) -> Result<NoContent> {
    let tx = request.begin().await?;
    let mut payment = Payment::find_by_reference(&tx, &request.scope, &request.body.0.charge_id)
        .await?
        .ok_or_else(Error::not_found)?;
    payment.undo_refund()?;
    if !payment.save(&tx, &request.ctx).await? {
        return Err(too_late());
    }
    request.audit_access(payment.person());
    request.commit_as(tx, 204, &()).await?;
    payable_providers::tell(&request.ctx, payment.subject()).await?;
    Ok(NoContent)
}

/// A charge.
#[derive(Debug, Deserialize, JsonSchema)]
struct ByCharge {
    /// The provider's charge or capture.
    id: String,
}

async fn card_by_charge(request: Request<NoBody, ByCharge>) -> Result<Json<CardView>> {
    let db = request.ctx.db.read();
    let payment = Payment::find_by_reference(db, &request.scope, &request.path.id)
        .await?
        .ok_or_else(Error::not_found)?;
    let card = CardView::of(&payment).ok_or_else(Error::not_found)?;
    request.audit_access(payment.person());
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
        jobs::run_soon(&tx, Job::Settle, order, now).await?;
    }
    tx.commit().await?;
    ctx.notify_worker();
    Ok(NoContent)
}
