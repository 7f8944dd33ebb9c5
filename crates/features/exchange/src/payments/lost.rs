// SPDX-License-Identifier: AGPL-3.0-or-later

//! A payment that was made after the backup from which this database was restored: the provider has it, and here what
//! was bought stands unpaid. Before anything is charged that was asked for before a restore, the provider is asked about
//! the time that this database knows nothing of, and what it has is recorded instead. Not here: a wallet's order that was
//! made in that time, because the wallet lists nothing; it captures one payment for an invoice itself.

use salal_domain::fees::Cents;
use salal_integrations::cards::{Intent, IntentStatus};
use uuid::Uuid;

use super::books::{self, ASTRAY};
use super::payable_providers::{self, Due};
use super::payment::{NewPayment, Payment};
use super::states::{PaymentMethod, PaymentState};
use super::{Subject, repo, settle, wallet};
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::hold;

/// Records the payment that was made for a subject in a time that is lost, if there is one.
pub(super) async fn recover(
    ctx: &Context,
    subject: &Subject,
    due: &Due,
) -> Result<Option<Payment>> {
    let gaps = hold::gaps_since(ctx, due.since).await?;
    for (from, to) in gaps {
        let until = (to + ASTRAY).timestamp();
        let charges = ctx
            .services
            .cards
            .list_intents(books::unix(from), Some(until));
        let mut charges = charges.await?.into_iter();
        if let Some(charge) = charges.find(|intent| is_for(intent, subject.id)) {
            return record(ctx, subject, due.person, charge).await.map(Some);
        }
        if let Some(payment) = captured(ctx, subject).await? {
            return Ok(Some(payment));
        }
    }
    Ok(None)
}

/// A charge of what is bought.
fn is_for(intent: &Intent, subject: Uuid) -> bool {
    intent.status == IntentStatus::Succeeded
        && subject_of(intent) == Some(subject)
        && intent.received_cents > 0
}

fn subject_of(intent: &Intent) -> Option<Uuid> {
    intent.subject.as_deref()?.parse().ok()
}

/// The subject that a charge was for and its payer, if it is here and unpaid.
pub(super) async fn find_unpaid(ctx: &Context, charge: &Intent) -> Result<Option<(Subject, Uuid)>> {
    let Some(id) = subject_of(charge) else {
        return Ok(None);
    };
    for kind in payable_providers::kinds(ctx) {
        let subject = Subject { kind, id };
        if let Ok(due) = payable_providers::amount_due(ctx, &Scope::for_job(), &subject).await {
            return Ok(Some((subject, due.person)));
        }
    }
    Ok(None)
}

/// Records a charge for a subject under the id that its payment had, with what was refunded of it.
pub(super) async fn record(
    ctx: &Context,
    subject: &Subject,
    person: Uuid,
    charge: Intent,
) -> Result<Payment> {
    let id = charge.order.as_deref().and_then(|order| order.parse().ok());
    let id: Uuid = id.ok_or_else(|| Error::broken("a charge that names no payment"))?;
    let reference = charge.id.clone();
    let new = NewPayment {
        subject: *subject,
        person,
        amount: Cents(charge.received_cents),
    };
    let mut payment = Payment::lost(ctx, new, id);
    payment.card_answered(ctx, Ok(charge))?;
    let payment = settle::record(ctx, payment).await?;
    tracing::info!(payment = %id, "a charge that was made before a restore is recorded");
    books::record_refunds_of(ctx, payment, &reference).await
}

/// An order of the wallet that stands here as never approved, and was captured in the time that is lost.
async fn captured(ctx: &Context, subject: &Subject) -> Result<Option<Payment>> {
    let wanted = repo::by_subjects(subject.kind, &[subject.id]);
    let payments = repo::payments_with_refunds(ctx.db.read(), &wanted).await?;
    for payment in payments {
        let is_open = payment.state() == PaymentState::Ordered
            && payment.method() == PaymentMethod::Wallet
            && payment.row().provider_ref.is_some();
        if is_open && wallet::is_captured(ctx, &payment).await? {
            return wallet::capture(ctx, payment).await.map(Some);
        }
    }
    Ok(None)
}
