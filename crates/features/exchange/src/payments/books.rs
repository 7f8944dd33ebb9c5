// SPDX-License-Identifier: AGPL-3.0-or-later

//! The card provider's books beside ours, after a restore: what it charged and refunded of which this database knows
//! nothing, because it happened after the copy. What belongs to a payment that is here is recorded as settled; the rest
//! can only be told, because the provider knows no more than an amount and our reference. Not here: the wallet, whose
//! protocol lists nothing.

use chrono::{DateTime, TimeDelta, Utc};
use salal_domain::fees::Cents;
use salal_integrations::cards::{Intent, IntentStatus, ListedRefund, Refund, RefundStatus};
use uuid::Uuid;

use super::payment::{NewRefund, Payment};
use super::states::{PaymentMethod, PaymentState};
use super::{lost, refunds, repo, settle};
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};

/// The clocks of two books differ by less.
pub(super) const ASTRAY: TimeDelta = TimeDelta::minutes(10);

/// What the provider has and this database does not.
#[derive(Clone, Debug)]
pub struct Unknown {
    /// The provider's own reference.
    pub reference: String,
    pub amount: Cents,
    pub at: Option<DateTime<Utc>>,
    /// Whose it is, if what it belongs to is here: then it can be recorded.
    pub person: Option<Uuid>,
}

pub(super) fn unix(since: DateTime<Utc>) -> i64 {
    (since - ASTRAY).timestamp()
}

/// The charges since a time that no payment has.
pub async fn unknown_charges(ctx: &Context, since: DateTime<Utc>) -> Result<Vec<Unknown>> {
    let mut all = ctx.services.cards.list_intents(unix(since), None).await?;
    all.retain(|intent| intent.status == IntentStatus::Succeeded);
    let references: Vec<String> = all.iter().map(|intent| intent.id.clone()).collect();
    let known = repo::known_references(ctx.db.read(), &references).await?;
    all.retain(|intent| !known.contains(&intent.id));
    let mut unknown = Vec::new();
    for intent in all {
        let person = match payment_of(ctx, intent.order.as_deref()).await? {
            Some(payment) => payment.state().is_open().then(|| payment.person()),
            None => lost::find_unpaid(ctx, &intent)
                .await?
                .map(|(_, person)| person),
        };
        unknown.push(Unknown {
            reference: intent.id,
            amount: Cents(intent.received_cents),
            at: DateTime::from_timestamp(intent.created_unix, 0),
            person,
        });
    }
    Ok(unknown)
}

/// The refunds since a time that are not here.
pub async fn unknown_refunds(ctx: &Context, since: DateTime<Utc>) -> Result<Vec<Unknown>> {
    let mut all = ctx.services.cards.list_refunds(unix(since)).await?;
    all.retain(|listed| is_made(listed.refund.status));
    let references: Vec<String> = all.iter().map(|one| one.refund.id.clone()).collect();
    let known = repo::known_refunds(ctx.db.read(), &references).await?;
    all.retain(|listed| !known.contains(&listed.refund.id));
    let mut unknown = Vec::new();
    for listed in all {
        let payment = charge_of(ctx, &listed.intent).await?;
        unknown.push(Unknown {
            reference: listed.refund.id,
            amount: Cents(listed.refund.amount_cents),
            at: DateTime::from_timestamp(listed.created_unix, 0),
            person: payment.as_ref().map(Payment::person),
        });
    }
    Ok(unknown)
}

const fn is_made(status: RefundStatus) -> bool {
    matches!(status, RefundStatus::Succeeded | RefundStatus::Pending)
}

/// The payment that our own reference names.
async fn payment_of(ctx: &Context, order: Option<&str>) -> Result<Option<Payment>> {
    let Some(id) = order.and_then(|order| order.parse::<Uuid>().ok()) else {
        return Ok(None);
    };
    let wanted = repo::by_id(&Scope::for_job(), id);
    let found = repo::payments_with_refunds(ctx.db.read(), &wanted).await?;
    Ok(found.into_iter().next())
}

/// The charged payment of an intent.
async fn charge_of(ctx: &Context, intent: &str) -> Result<Option<Payment>> {
    let found = Payment::find_by_reference(ctx.db.read(), &Scope::for_job(), intent).await?;
    Ok(found.filter(|payment| payment.state() == PaymentState::Charged))
}

/// The charge of a payment, looked for by our own reference.
pub(super) async fn find_charge(ctx: &Context, payment: &Payment) -> Result<Option<Intent>> {
    let since = unix(payment.row().created_at);
    let key = payment.key();
    let all = ctx.services.cards.list_intents(since, None).await?;
    Ok(all.into_iter().find(|intent| {
        intent.status == IntentStatus::Succeeded && intent.order.as_deref() == Some(key.as_str())
    }))
}

/// Records a charge that was found.
pub(super) async fn record_charge(
    ctx: &Context,
    mut payment: Payment,
    intent: Intent,
) -> Result<Payment> {
    payment.card_answered(ctx, Ok(intent))?;
    settle::record(ctx, payment).await
}

/// The open refund of a payment at the provider, if it was made there.
pub(super) async fn find_refund(ctx: &Context, payment: &Payment) -> Result<Option<Refund>> {
    let (Some((_, amount)), PaymentMethod::Card) = (payment.open_refund(), payment.method()) else {
        return Ok(None);
    };
    let intent = payment.provider_reference()?;
    let all = ctx
        .services
        .cards
        .list_refunds(unix(payment.row().created_at))
        .await?;
    let is_it = |one: &ListedRefund| {
        one.intent == intent && one.refund.amount_cents == amount.0 && is_made(one.refund.status)
    };
    Ok(all.into_iter().find(is_it).map(|one| one.refund))
}

/// Records a charge that the provider made after the copy, for the payment that it names; whose it is.
pub async fn take_over_charge(ctx: &Context, reference: &str) -> Result<Uuid> {
    let intent = ctx.services.cards.get_intent(reference).await?;
    if let Some(payment) = payment_of(ctx, intent.order.as_deref()).await? {
        let payment = Some(payment).filter(|payment| payment.state().is_open());
        let payment = payment.ok_or_else(nowhere)?;
        let person = payment.person();
        record_charge(ctx, payment, intent).await?;
        return Ok(person);
    }
    let is_charge = intent.status == IntentStatus::Succeeded;
    let (subject, person) = match lost::find_unpaid(ctx, &intent).await? {
        Some(found) if is_charge => found,
        _ => return Err(nowhere()),
    };
    lost::record(ctx, &subject, person, intent).await?;
    Ok(person)
}

/// Records what the provider refunded of a charge that was recorded after a restore.
pub(super) async fn record_refunds_of(
    ctx: &Context,
    mut payment: Payment,
    intent: &str,
) -> Result<Payment> {
    let since = unix(payment.charged_at().unwrap_or_else(|| ctx.now()));
    let all = ctx.services.cards.list_refunds(since).await?;
    let made = |one: &ListedRefund| one.intent == intent && is_made(one.refund.status);
    if let Some(found) = all.into_iter().find(made) {
        let new = NewRefund {
            amount: Cents(found.refund.amount_cents),
            by: None,
            why: None,
        };
        payment.refunded_elsewhere(ctx, new, found.refund)?;
        payment = refunds::record(ctx, payment).await?;
    }
    Ok(payment)
}

/// Records a refund that the provider made after the copy; whose it is.
pub async fn take_over_refund(
    ctx: &Context,
    reference: &str,
    since: DateTime<Utc>,
    by: Option<Uuid>,
) -> Result<Uuid> {
    let all = ctx.services.cards.list_refunds(unix(since)).await?;
    let found = all.into_iter().find(|one| one.refund.id == reference);
    let found = found.filter(|one| is_made(one.refund.status));
    let found = found.ok_or_else(Error::not_found)?;
    let payment = charge_of(ctx, &found.intent).await?;
    let mut payment = payment.ok_or_else(nowhere)?;
    let new = NewRefund {
        amount: Cents(found.refund.amount_cents),
        by,
        why: None,
    };
    let person = payment.person();
    payment.refunded_elsewhere(ctx, new, found.refund)?;
    refunds::record(ctx, payment).await?;
    Ok(person)
}

/// Why it cannot be recorded.
fn nowhere() -> Error {
    Error::conflict(
        "BELONGS_TO_NOTHING",
        "The payment that this belongs to was made after the backup and is not here. Look it up at the card service by \
         its reference, and ask the patient, or return it there.",
    )
}
