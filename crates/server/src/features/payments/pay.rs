// SPDX-License-Identifier: AGPL-3.0-or-later

//! Pays from a page, whatever is bought: with the card's token or an approved wallet order. The feature that
//! sells computes the amount, and a request that names a different amount is refused.

use salal_domain::fees::Cents;
use salal_domain::texts::payment as texts;
use uuid::Uuid;

use super::states::PaymentState;
use super::view::{self, PaymentView};
use super::{Subject, card, payable_providers, repo, wallet};
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Kind, Result};

/// The maximum length of the card provider's token.
const LONGEST_TOKEN: usize = 200;

/// The payment request of a page.
pub(crate) struct Pay<'a> {
    pub subject: Subject,
    pub person: Uuid,
    /// The amount shown by the page.
    pub amount: f64,
    /// `tok_…`, created by the page at the card provider.
    pub token: Option<&'a str>,
    /// An order approved by its payer at the wallet.
    pub order: Option<&'a str>,
}

/// Charges, or finds out that it was charged. A decline is reported on the card field.
pub(crate) async fn pay(ctx: &Context, scope: &Scope, pay: Pay<'_>) -> Result<()> {
    let some = |text: Option<&str>| text.is_some_and(|text| !text.is_empty());
    match (pay.token, pay.order) {
        (Some(token), _) if some(pay.token) => by_card(ctx, scope, &pay, token).await?,
        (_, Some(order)) if some(pay.order) => {
            repo::find_by_reference(ctx.db.read(), order)
                .await?
                .filter(|known| known.subject_kind == pay.subject.kind)
                .filter(|known| known.subject_id == pay.subject.id)
                .ok_or_else(Error::not_found)?;
            wallet::capture(ctx, pay.person, order).await?;
        }
        _ => return Err(Error::field("card", texts::INVALID_CARD)),
    }
    let standing = view::payment_summary(ctx.db.read(), &pay.subject.kind, pay.subject.id).await?;
    refuse_declined(standing.payment.as_ref())
}

async fn by_card(ctx: &Context, scope: &Scope, pay: &Pay<'_>, token: &str) -> Result<()> {
    if token.len() > LONGEST_TOKEN || !token.starts_with("tok_") {
        return Err(Error::field("card", texts::INVALID_CARD));
    }
    let before = view::payment_summary(ctx.db.read(), &pay.subject.kind, pay.subject.id).await?;
    if before.is_charged() {
        // A second click after the first succeeded.
        return Ok(());
    }
    let due = payable_providers::amount_due(ctx, scope, &pay.subject).await?;
    if Cents::from_dollars(pay.amount) != Some(due.amount) {
        return Err(Error::field(
            "amount",
            "The amount is not the fee of this request. You were not charged.",
        ));
    }
    let charge = card::ChargeCard {
        subject: pay.subject.clone(),
        person: pay.person,
        amount_cents: due.amount.0,
        token: token.to_owned(),
    };
    card::charge(ctx, charge).await?;
    Ok(())
}

fn refuse_declined(payment: Option<&PaymentView>) -> Result<()> {
    match payment {
        Some(payment) if matches!(payment.state, PaymentState::Declined | PaymentState::Failed) => {
            let message = payment.message.clone().unwrap_or_default();
            let mut error = Error::field("card", message.clone());
            error.kind = Kind::Invalid;
            error.code = "CARD_DECLINED";
            error.message = message;
            Err(error)
        }
        _ => Ok(()),
    }
}
