//! The calls on payments. What is charged or refunded for a prescription is reckoned by the
//! prescriptions feature, whose calls begin a charge; here are the wallet's second step, the card on
//! the receipt, and the provider's notices.

use salal_rules::fees::Cents;
use schemars::JsonSchema;
use serde::Deserialize;

use super::settle::SETTLE;
use super::view::{self, CardView};
use super::wire::{ChargeAnswer, ChargeOrder};
use super::{store, wallet};
use crate::door::{
    Access, Call, Claim, Json, Method, NoBody, NoContent, RawBody, Role, Row, Trace, row,
};
use crate::error::{Error, Result};
use crate::jobs;

/// The calls of this feature.
#[rustfmt::skip]
pub fn calls() -> Vec<Row> {
    use Method::{Get, Post};
    vec![
        row(Post, "/payment/charge", Access::Roles(&[Role::Patient]), Claim::OwnRecords, Trace::PatientRecord, "Captures an approved wallet order.", charge),
        row(Get, "/payment/card-by-charge/{id}", Access::AnySignedIn, Claim::AnyPatient, Trace::PatientRecord, "The card on the receipt.", card_by_charge),
        row(Post, "/webhooks/stripe", Access::Public("signed by the card provider, and only a hint"), Claim::NoPatient("a payment, asked of the provider itself"), Trace::Untraced("opens nobody's record"), "The card provider's notices.", stripe_notice),
    ]
}

async fn charge(call: Call<Json<ChargeOrder>>) -> Result<Json<ChargeAnswer>> {
    let me = call.me()?.person_id;
    let known = store::find_by_reference(call.ctx.db.read(), &call.body.0.order_id).await?;
    let payment = known
        .filter(|payment| payment.person_id == me)
        .ok_or_else(Error::not_found)?;
    let asked = call.body.0.amount.map(Cents::from_dollars);
    if asked.is_some_and(|asked| asked != Some(Cents(payment.amount_cents))) {
        return Err(Error::field(
            "amount",
            "The amount is not the fee of this request. You were not charged.",
        ));
    }
    let payment = wallet::capture(&call.ctx, me, &call.body.0.order_id).await?;
    call.saw(me);
    let seen = view::view(&payment);
    let answer = ChargeAnswer {
        payment_id: payment.id,
        state: payment.state,
        charge_amount: seen.charge_amount,
        message: seen.message,
    };
    let tx = call.begin().await?;
    call.commit(tx, answer).await
}

#[derive(Debug, Deserialize, JsonSchema)]
struct ByCharge {
    id: String,
}

async fn card_by_charge(call: Call<NoBody, ByCharge>) -> Result<Json<CardView>> {
    let (person, card) = view::card_of(call.ctx.db.read(), &call.path.id).await?;
    if !call.reach.allows(person) {
        return Err(Error::not_found());
    }
    call.saw(person);
    Ok(Json(card))
}

/// A notice is believed only as a reason to ask: the settle job of the payment is brought forward.
async fn stripe_notice(call: Call<RawBody>) -> Result<NoContent> {
    let (ctx, now) = (&call.ctx, call.now());
    let signature = call
        .body
        .headers
        .get("stripe-signature")
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let event = ctx
        .outside
        .cards
        .read_webhook(signature, &call.body.bytes, now.timestamp())
        .map_err(|_| Error::malformed("The notice is not signed as it should be."))?;
    let tx = call.begin().await?;
    let fresh = store::add_event(&tx, &event.id, "stripe", now).await?;
    if let Some(order) = event.order.filter(|_| fresh) {
        jobs::hurry(&tx, SETTLE, order, now).await?;
    }
    tx.commit().await?;
    ctx.ring();
    Ok(NoContent)
}
