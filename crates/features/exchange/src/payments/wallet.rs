// SPDX-License-Identifier: AGPL-3.0-or-later

//! Payment by wallet: the server creates the order with its own amount, the payer approves it at the
//! provider, and the server captures it.

use salal_integrations::wallet as provider;

use super::payable_providers;
use super::payment::{NewPayment, Payment};
use super::settle;
use crate::api::Scope;
use crate::context::Context;
use crate::crash;
use crate::error::{Error, Result};
use crate::hold;

/// The addresses to which the provider returns the payer.
pub(super) struct Return {
    pub(super) approved: String,
    pub(super) cancelled: String,
}

/// An order waiting for the payer's approval.
pub(super) struct Ordered {
    pub(super) order_id: String,
    pub(super) approve_url: String,
}

/// Creates an order at the provider. Nothing is charged yet.
pub(super) async fn order(ctx: &Context, new: NewPayment, to: Return) -> Result<Ordered> {
    hold::refuse(ctx)?;
    let mut payment = Payment::by_wallet(ctx, new);
    let tx = ctx.db.begin().await?;
    payment.save(&tx, ctx).await?;
    tx.commit().await?;
    let key = payment.key();
    let made = ctx
        .services
        .wallet
        .create_order(&provider::NewOrder {
            amount_cents: payment.amount().0,
            order: &key,
            invoice: &payment.subject().id.to_string(),
            description: "Online medical service",
            return_url: &to.approved,
            cancel_url: &to.cancelled,
            request_id: &format!("{key}-order"),
        })
        .await?;
    payment.ordered_as(made.id.clone());
    let tx = ctx.db.begin().await?;
    payment.save(&tx, ctx).await?;
    tx.commit().await?;
    let approve_url = made
        .approve_url
        .ok_or_else(|| Error::broken("the wallet gave no address to approve at"))?;
    Ok(Ordered {
        order_id: made.id,
        approve_url,
    })
}

/// Captures an approved order.
pub(super) async fn capture(ctx: &Context, mut payment: Payment) -> Result<Payment> {
    hold::refuse(ctx)?;
    if !payment.capture(ctx)? {
        // Captured, in progress or ended before: the payment's state says which.
        return Ok(payment);
    }
    let tx = ctx.db.begin().await?;
    payable_providers::before_charge(&tx, ctx, &payment.subject()).await?;
    if !payment.save(&tx, ctx).await? {
        drop(tx);
        // Another click captures it.
        return Payment::load(ctx.db.read(), &Scope::for_job(), payment.id()).await;
    }
    tx.commit().await?;
    crash::point("capture.after_intent");
    attempt(ctx, payment).await
}

/// Whether the provider has captured the order.
pub(super) async fn is_captured(ctx: &Context, payment: &Payment) -> Result<bool> {
    let order = payment.provider_reference()?;
    let answer = ctx.services.wallet.get_order(order).await;
    match answer {
        Ok(order) => Ok(order.is_paid(payment.amount().0, &payment.key())),
        // It forgot an order that was never approved.
        Err(error) if error.refusal_code().is_some() => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Calls the provider with the payment's own key.
pub(super) async fn attempt(ctx: &Context, mut payment: Payment) -> Result<Payment> {
    let order = payment.provider_reference()?;
    let answer = ctx.services.wallet.capture(order, &payment.key()).await;
    crash::point("capture.after_effect");
    payment.wallet_answered(ctx, answer);
    let settled = settle::record(ctx, payment).await?;
    crash::point("capture.after_record");
    Ok(settled)
}
