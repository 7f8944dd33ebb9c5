// SPDX-License-Identifier: AGPL-3.0-or-later

//! Payment by card: the page creates a token at the card provider, so card data never reaches this server.

use salal_integrations::ServiceError;
use salal_integrations::cards::{CardCharge, Intent, IntentStatus};
use sea_orm::Set;
use uuid::Uuid;

use super::Subject;
use super::entity::payment;
use super::payable_providers::{self, tell};
use super::repo::{self, NewPayment};
use super::settle::{self, SETTLE};
use super::states::{PaymentMethod, PaymentState};
use crate::context::Context;
use crate::crash;
use crate::error::{Error, Result};
use crate::jobs::{self, NewJob};

/// A charge to make.
pub(crate) struct ChargeCard {
    pub subject: Subject,
    pub person: Uuid,
    pub amount_cents: i64,
    /// `tok_…`, created by the page.
    pub token: String,
}

/// Charges a card. Returns the state of the payment: charged, declined or unknown.
pub(crate) async fn charge(ctx: &Context, new: ChargeCard) -> Result<payment::Model> {
    let tx = ctx.db.begin().await?;
    payable_providers::before_charge(&tx, ctx, &new.subject.kind, new.subject.id).await?;
    let payment = repo::add(
        &tx,
        ctx,
        NewPayment {
            subject: new.subject.clone(),
            person: new.person,
            method: PaymentMethod::Card,
            state: PaymentState::Intended,
            amount_cents: new.amount_cents,
            token: Some(new.token),
        },
    )
    .await?;
    // Whatever becomes of this process, the outcome will be asked about.
    let later = ctx.now() + settle::first_look(ctx);
    jobs::enqueue(
        &tx,
        ctx,
        NewJob::new(
            SETTLE,
            &settle::Payload {
                payment: payment.id,
            },
        )?
        .once(payment.id)
        .at(later),
    )
    .await?;
    tx.commit().await?;
    crash::point("charge.after_intent");
    attempt(ctx, payment).await
}

/// Calls the provider with the payment's own key: the first call charges, further calls return the outcome of
/// the first.
pub(super) async fn attempt(ctx: &Context, payment: payment::Model) -> Result<payment::Model> {
    let token = payment
        .token
        .clone()
        .ok_or_else(|| Error::broken("a card payment without a token"))?;
    let key = payment.id.to_string();
    let answer = ctx
        .services
        .cards
        .charge(&CardCharge {
            amount_cents: payment.amount_cents,
            token: &token,
            order: &key,
            description: "Online medical service",
            idempotency_key: &key,
        })
        .await;
    crash::point("charge.after_effect");
    let settled = record(ctx, payment, answer).await?;
    crash::point("charge.after_record");
    Ok(settled)
}

/// Stores the provider's response.
pub(super) async fn record(
    ctx: &Context,
    payment: payment::Model,
    answer: Result<Intent, ServiceError>,
) -> Result<payment::Model> {
    let to = match answer {
        Ok(intent) if intent.is_paid(payment.amount_cents, &payment.id.to_string()) => {
            charged(ctx, &intent)
        }
        Ok(intent) => match intent.status {
            IntentStatus::Processing | IntentStatus::RequiresCapture => {
                state(PaymentState::Unknown, None)
            }
            IntentStatus::Succeeded => {
                return Err(Error::broken("a charge does not agree with its payment"));
            }
            _ => state(
                PaymentState::Declined,
                Some("authentication_required".into()),
            ),
        },
        Err(error) if error.is_unknown() => state(PaymentState::Unknown, None),
        Err(error) => match error.refusal_code() {
            Some(code) => state(PaymentState::Declined, Some(code.to_owned())),
            None if *payment.state == PaymentState::Intended => {
                // Nothing happened at the provider: the intent is withdrawn, and the patient may try again.
                tracing::warn!(cause = %error, "the card provider could not be reached");
                state(PaymentState::Failed, Some("unreachable".into()))
            }
            None => state(PaymentState::Unknown, None),
        },
    };
    let tx = ctx.db.begin().await?;
    let moved = repo::step(&tx, &payment, to).await?;
    tx.commit().await?;
    let payment = repo::get_payment(ctx.db.read(), payment.id).await?;
    if moved && *payment.state != PaymentState::Unknown {
        tell(
            ctx,
            Subject {
                kind: payment.subject_kind.clone(),
                id: payment.subject_id,
            },
        )
        .await?;
    }
    Ok(payment)
}

fn state(state: PaymentState, code: Option<String>) -> payment::ActiveModel {
    payment::ActiveModel {
        state: Set(state.into()),
        decline_code: Set(code),
        ..Default::default()
    }
}

fn charged(ctx: &Context, intent: &Intent) -> payment::ActiveModel {
    let charge = intent.charge.as_ref();
    let card = charge.map(|charge| charge.card.clone());
    payment::ActiveModel {
        state: Set(PaymentState::Charged.into()),
        provider_ref: Set(Some(intent.id.clone())),
        capture_ref: Set(charge.map(|charge| charge.id.clone())),
        card_brand: Set(card.as_ref().and_then(|card| some(&card.brand))),
        card_last4: Set(card.as_ref().and_then(|card| some(&card.last4))),
        payer_given: Set(card.as_ref().and_then(|card| some(&card.given))),
        payer_surname: Set(card.as_ref().and_then(|card| some(&card.surname))),
        decline_code: Set(None),
        charged_at: Set(Some(ctx.now())),
        token: Set(None),
        ..Default::default()
    }
}

fn some(text: &(impl ToString + ?Sized)) -> Option<String> {
    let text = text.to_string();
    (!text.is_empty()).then_some(text)
}
