// SPDX-License-Identifier: AGPL-3.0-or-later

//! What was paid and refunded for a subject, for the features that sell.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use salal_db::{Connection, JointAnswers, JointRead};
use salal_domain::fees::Cents;
use salal_domain::subjects::SubjectKind;
use uuid::Uuid;

use super::dto::{CardView, PaymentView};
use super::payment::Payment;
use super::repo::WithRefundsPart;
use super::states::{PaymentState, RefundState};
use crate::error::Result;

/// The payments and refunds of one subject.
#[derive(Clone, Debug, Default)]
pub struct PaymentSummary {
    /// The newest payment, without orders that were never approved.
    pub payment: Option<PaymentView>,
    pub charged: Cents,
    pub charged_at: Option<DateTime<Utc>>,
    pub refunded: Cents,
    pub refunded_at: Option<DateTime<Utc>>,
    pub refund: Option<RefundState>,
    /// Why a cancelled order's fee was returned.
    pub refund_reason: Option<String>,
}

impl PaymentSummary {
    /// Whether a charge is confirmed.
    pub fn is_charged(&self) -> bool {
        self.charged > Cents(0)
    }

    /// Whether a refund is under way or done, so that nothing more goes back.
    pub fn has_refund(&self) -> bool {
        self.refund.is_some_and(RefundState::is_in_force)
    }

    fn card(&self) -> Option<&CardView> {
        self.payment.as_ref()?.card.as_ref()
    }

    /// The payer's name, if the card or the wallet provided one (decision 46).
    pub fn payer(&self) -> Option<String> {
        let name = &self.card()?.name;
        let whole = format!("{} {}", name.given_name, name.surname);
        Some(whole.trim().to_owned()).filter(|name| !name.is_empty())
    }

    /// "Visa ending 4242"
    pub fn payment_type(&self) -> Option<String> {
        let card = self.card()?;
        let mut letters = card.brand.chars();
        let brand: String = letters
            .next()
            .into_iter()
            .flat_map(char::to_uppercase)
            .chain(letters)
            .collect();
        Some(if card.last4.is_empty() {
            brand
        } else {
            format!("{brand} ending {}", card.last4)
        })
    }

    /// Adds the next payment of the subject: a charge stands, whatever was tried after it.
    fn add(&mut self, payment: &Payment) {
        let is_charge = payment.state() == PaymentState::Charged;
        if payment.state() == PaymentState::Ordered || (self.is_charged() && !is_charge) {
            return;
        }
        if is_charge {
            let charged = payment.amount();
            let (refunded, refunded_at) = payment.refunded();
            self.charged = charged;
            self.charged_at = payment.charged_at();
            self.refunded = refunded;
            self.refunded_at = refunded_at;
            self.refund = payment.last_refund();
            self.refund_reason = payment.refund_reason();
        }
        self.payment = Some(payment.into());
    }
}

/// Payments and refunds of one subject.
pub async fn payment_summary(
    db: &Connection,
    kind: SubjectKind,
    id: Uuid,
) -> Result<PaymentSummary> {
    Ok(payment_summaries(db, kind, &[id])
        .await?
        .remove(&id)
        .unwrap_or_default())
}

/// The payments of many subjects in one statement.
pub async fn payment_summaries(
    db: &Connection,
    kind: SubjectKind,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, PaymentSummary>> {
    let mut read = JointRead::for_connection(db);
    let summaries = SummariesPart::add(&mut read, kind, ids);
    summaries.take(&mut read.run(db).await?)
}

/// Payments and refunds in a joint read.
pub struct SummariesPart(Option<WithRefundsPart>);

impl SummariesPart {
    pub fn add(read: &mut JointRead, kind: SubjectKind, ids: &[Uuid]) -> Self {
        Self((!ids.is_empty()).then(|| WithRefundsPart::of_subjects(read, kind, ids)))
    }

    /// By subject; none for a subject without a payment.
    pub fn take(&self, found: &mut JointAnswers) -> Result<HashMap<Uuid, PaymentSummary>> {
        let mut all: HashMap<Uuid, PaymentSummary> = HashMap::new();
        let Some(part) = &self.0 else {
            return Ok(all);
        };
        for payment in part.take(found)? {
            all.entry(payment.subject().id).or_default().add(&payment);
        }
        Ok(all)
    }
}
