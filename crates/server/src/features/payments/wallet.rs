// SPDX-License-Identifier: AGPL-3.0-or-later

//! Payment by wallet: the server creates the order with its own amount, the payer approves it at the
//! provider, and the server captures it.

use salal_integrations::ServiceError;
use salal_integrations::wallet::{self as provider, WalletOrder};
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

/// An order to create.
pub(crate) struct NewOrder {
    pub subject: Subject,
    pub person: Uuid,
    pub amount_cents: i64,
    /// The address to which the provider returns the payer.
    pub return_url: String,
    pub cancel_url: String,
}

/// An order waiting for the payer's approval.
pub(crate) struct Ordered {
    pub order_id: String,
    pub approve_url: String,
}

/// Creates an order at the provider. Nothing is charged yet.
pub(crate) async fn order(ctx: &Context, new: NewOrder) -> Result<Ordered> {
    let tx = ctx.db.begin().await?;
    let payment = repo::add(
        &tx,
        ctx,
        NewPayment {
            subject: new.subject,
            person: new.person,
            method: PaymentMethod::Wallet,
            state: PaymentState::Ordered,
            amount_cents: new.amount_cents,
            token: None,
        },
    )
    .await?;
    tx.commit().await?;
    let key = payment.id.to_string();
    let made = ctx
        .services
        .wallet
        .create_order(&provider::NewOrder {
            amount_cents: new.amount_cents,
            order: &key,
            description: "Online medical service",
            return_url: &new.return_url,
            cancel_url: &new.cancel_url,
            request_id: &format!("{key}-order"),
        })
        .await?;
    let to = payment::ActiveModel {
        provider_ref: Set(Some(made.id.clone())),
        ..Default::default()
    };
    let tx = ctx.db.begin().await?;
    repo::step(&tx, &payment, to).await?;
    tx.commit().await?;
    let approve_url = made
        .approve_url
        .ok_or_else(|| Error::broken("the wallet gave no address to approve at"))?;
    Ok(Ordered {
        order_id: made.id,
        approve_url,
    })
}

/// Captures an approved order. `person` must be the one who created it.
pub(crate) async fn capture(ctx: &Context, person: Uuid, order_id: &str) -> Result<payment::Model> {
    let payment = repo::find_by_reference(ctx.db.read(), order_id)
        .await?
        .filter(|payment| payment.person_id == person && *payment.method == PaymentMethod::Wallet)
        .ok_or_else(Error::not_found)?;
    if *payment.state != PaymentState::Ordered {
        // Captured, in progress or ended before: the payment's state says which.
        return Ok(payment);
    }
    let tx = ctx.db.begin().await?;
    payable_providers::before_charge(&tx, ctx, &payment.subject_kind, payment.subject_id).await?;
    let to = payment::ActiveModel {
        state: Set(PaymentState::Capturing.into()),
        ..Default::default()
    };
    let mine = repo::step(&tx, &payment, to).await?;
    if mine {
        let later = ctx.now() + settle::first_look(ctx);
        let job = NewJob::new(
            SETTLE,
            &settle::Payload {
                payment: payment.id,
            },
        )?;
        jobs::enqueue(&tx, ctx, job.once(payment.id).at(later)).await?;
    }
    tx.commit().await?;
    let payment = repo::get_payment(ctx.db.read(), payment.id).await?;
    if !mine {
        return Ok(payment);
    }
    crash::point("capture.after_intent");
    attempt(ctx, payment).await
}

/// Calls the provider with the payment's own key.
pub(super) async fn attempt(ctx: &Context, payment: payment::Model) -> Result<payment::Model> {
    let order = payment
        .provider_ref
        .clone()
        .ok_or_else(|| Error::broken("a wallet payment without an order"))?;
    let answer = ctx
        .services
        .wallet
        .capture(&order, &payment.id.to_string())
        .await;
    crash::point("capture.after_effect");
    let settled = record(ctx, payment, answer).await?;
    crash::point("capture.after_record");
    Ok(settled)
}

async fn record(
    ctx: &Context,
    payment: payment::Model,
    answer: Result<WalletOrder, ServiceError>,
) -> Result<payment::Model> {
    let state = |state: PaymentState, code: Option<String>| payment::ActiveModel {
        state: Set(state.into()),
        decline_code: Set(code),
        ..Default::default()
    };
    let to = match answer {
        Ok(order) if order.is_paid(payment.amount_cents, &payment.id.to_string()) => {
            payment::ActiveModel {
                state: Set(PaymentState::Charged.into()),
                capture_ref: Set(order.capture.as_ref().map(|capture| capture.id.clone())),
                payer_given: Set(Some(order.payer.given.clone()).filter(|name| !name.is_empty())),
                payer_surname: Set(
                    Some(order.payer.surname.clone()).filter(|name| !name.is_empty())
                ),
                card_brand: Set(Some("PayPal".into())),
                charged_at: Set(Some(ctx.now())),
                ..Default::default()
            }
        }
        Ok(_) => state(PaymentState::Unknown, None),
        Err(error) if error.is_unknown() => state(PaymentState::Unknown, None),
        Err(error) => match error.refusal_code() {
            Some(code) => state(PaymentState::Declined, Some(code.to_owned())),
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
