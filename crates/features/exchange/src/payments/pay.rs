// SPDX-License-Identifier: AGPL-3.0-or-later

//! Pays from a page, whatever is bought: with the card's token or an approved wallet order. The feature that
//! sells computes the amount, and a request that names a different amount is refused.

use salal_domain::texts::payment as texts;
use uuid::Uuid;

use super::payment::{NewPayment, Payment, confirm_amount};
use super::{Subject, card, lost, payable_providers, summary, wallet};
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Kind, Result};
use crate::hold;

/// The maximum length of the card provider's token.
const LONGEST_TOKEN: usize = 200;

/// The payment request of a page.
pub struct Pay<'a> {
    pub subject: Subject,
    pub person: Uuid,
    /// The amount shown by the page, in dollars.
    pub amount: f64,
    /// `tok_…`, created by the page at the card provider.
    pub token: Option<&'a str>,
    /// An order approved by its payer at the wallet.
    pub order: Option<&'a str>,
}

/// Charges, or finds out that it was charged. A decline is reported on the card field.
pub async fn pay(ctx: &Context, scope: &Scope, pay: Pay<'_>) -> Result<()> {
    hold::refuse(ctx)?;
    let some = |text: Option<&str>| text.is_some_and(|text| !text.is_empty());
    let payment = match (pay.token, pay.order) {
        (Some(token), _) if some(pay.token) => by_card(ctx, scope, &pay, token).await?,
        (_, Some(order)) if some(pay.order) => {
            let payment = Payment::find_by_reference(ctx.db.read(), scope, order)
                .await?
                .filter(|payment| payment.subject() == pay.subject)
                .filter(|payment| payment.is_wallet_of(pay.person))
                .ok_or_else(Error::not_found)?;
            Some(wallet::capture(ctx, payment).await?)
        }
        _ => return Err(Error::field("card", texts::INVALID_CARD)),
    };
    match payment {
        Some(payment) if payment.state().is_declined() => {
            // Unless another click charged it meanwhile.
            refuse_declined(ctx, &pay.subject).await
        }
        Some(_) | None => Ok(()),
    }
}

/// `None` when it was charged before.
async fn by_card(
    ctx: &Context,
    scope: &Scope,
    pay: &Pay<'_>,
    token: &str,
) -> Result<Option<Payment>> {
    if token.len() > LONGEST_TOKEN || !token.starts_with("tok_") {
        return Err(Error::field("card", texts::INVALID_CARD));
    }
    let before = summary::payment_summary(ctx.db.read(), pay.subject.kind, pay.subject.id).await?;
    if before.is_charged() {
        // A second click after the first succeeded.
        return Ok(None);
    }
    let due = payable_providers::amount_due(ctx, scope, &pay.subject).await?;
    confirm_amount(due.amount, pay.amount)?;
    if lost::recover(ctx, &pay.subject, &due).await?.is_some() {
        return Ok(None);
    }
    let new = NewPayment {
        subject: pay.subject,
        person: pay.person,
        amount: due.amount,
    };
    card::charge(ctx, new, token.to_owned()).await.map(Some)
}

async fn refuse_declined(ctx: &Context, subject: &Subject) -> Result<()> {
    let standing = summary::payment_summary(ctx.db.read(), subject.kind, subject.id).await?;
    match standing.payment {
        Some(payment) if payment.state.is_declined() => {
            let message = payment.message.unwrap_or_default();
            let mut error = Error::field("card", message.clone());
            error.kind = Kind::Invalid;
            error.code = "CARD_DECLINED";
            error.message = message;
            Err(error)
        }
        _ => Ok(()),
    }
}
