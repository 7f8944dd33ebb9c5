// SPDX-License-Identifier: AGPL-3.0-or-later

//! Payment by card: the page creates a token at the card provider, so card data never reaches this server.

use salal_integrations::cards::CardCharge;

use super::payable_providers;
use super::payment::{NewPayment, Payment};
use super::settle;
use crate::context::Context;
use crate::crash;
use crate::error::Result;

/// Charges a card with the token (`tok_…`) that the page created. Returns the payment: charged, declined or
/// unknown.
pub(super) async fn charge(ctx: &Context, new: NewPayment, token: String) -> Result<Payment> {
    let tx = ctx.db.begin().await?;
    payable_providers::before_charge(&tx, ctx, &new.subject).await?;
    let mut payment = Payment::by_card(ctx, new, token)?;
    payment.save(&tx, ctx).await?;
    tx.commit().await?;
    crash::point("charge.after_intent");
    attempt(ctx, payment).await
}

/// Calls the provider with the payment's own key: the first call charges, further calls return the outcome of
/// the first.
pub(super) async fn attempt(ctx: &Context, mut payment: Payment) -> Result<Payment> {
    let (key, subject) = (payment.key(), payment.subject().id.to_string());
    let answer = ctx
        .services
        .cards
        .charge(&CardCharge {
            amount_cents: payment.amount().0,
            token: payment.token()?,
            order: &key,
            subject: &subject,
            description: "Online medical service",
            idempotency_key: &key,
        })
        .await;
    crash::point("charge.after_effect");
    payment.card_answered(ctx, answer)?;
    let settled = settle::record(ctx, payment).await?;
    crash::point("charge.after_record");
    Ok(settled)
}
