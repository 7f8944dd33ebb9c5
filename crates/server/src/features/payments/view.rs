// SPDX-License-Identifier: AGPL-3.0-or-later

//! The payment state of a subject, for the features that show it.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use salal_db::{JointAnswers, JointRead, Part};
use salal_domain::fees::Cents;
use schemars::JsonSchema;
use sea_orm::ConnectionTrait;
use serde::Serialize;
use uuid::Uuid;

use super::entity::{payment, refund};
use super::repo;
use super::states::{PaymentMethod, PaymentState, RefundState};
use crate::error::{Error, Result};

/// The payer's name, as the provider gave it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CardName {
    pub given_name: String,
    pub surname: String,
}

/// The card or wallet on the receipt.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CardView {
    pub name: CardName,
    pub brand: String,
    pub last4: String,
}

/// A payment as shown to its payer and staff.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PaymentView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub method: PaymentMethod,
    /// Never ordered: an order that was not approved is not shown.
    pub state: PaymentState,
    #[serde(rename = "chargeAmount")]
    pub charge_amount: f64,
    #[serde(rename = "chargedAt")]
    pub charged_at: Option<DateTime<Utc>>,
    #[serde(rename = "refundAmount")]
    pub refund_amount: Option<f64>,
    #[serde(rename = "refundedAt")]
    pub refunded_at: Option<DateTime<Utc>>,
    #[serde(rename = "chargeId")]
    pub charge_id: Option<String>,
    pub card: Option<CardView>,
    /// The message for the payer, such as our text for a decline.
    pub message: Option<String>,
}

/// The payments and refunds of one subject.
#[derive(Clone, Debug, Default)]
pub struct PaymentSummary {
    /// The newest payment, without orders that were never approved.
    pub payment: Option<PaymentView>,
    pub payment_id: Option<Uuid>,
    pub charged_cents: i64,
    pub charged_at: Option<DateTime<Utc>>,
    pub refunded_cents: i64,
    pub refunded_at: Option<DateTime<Utc>>,
    pub refund: Option<RefundState>,
}

impl PaymentSummary {
    /// Whether a charge is confirmed.
    pub fn is_charged(&self) -> bool {
        self.charged_cents > 0
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
}

/// Payments and refunds of one subject.
pub async fn payment_summary(
    db: &impl ConnectionTrait,
    kind: &str,
    id: Uuid,
) -> Result<PaymentSummary> {
    Ok(payment_summaries(db, kind, &[id])
        .await?
        .remove(&id)
        .unwrap_or_default())
}

/// The payments of many subjects in two queries.
pub async fn payment_summaries(
    db: &impl ConnectionTrait,
    kind: &str,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, PaymentSummary>> {
    let mut read = JointRead::for_connection(db);
    let summaries = SummariesPart::add(&mut read, kind, ids);
    summaries.take(&mut read.run(db).await?)
}

/// Payments and refunds in a joint read.
pub(crate) struct SummariesPart(Option<(Part<payment::Model>, Part<refund::Model>)>);

impl SummariesPart {
    pub(crate) fn add(read: &mut JointRead, kind: &str, ids: &[Uuid]) -> Self {
        let asked = !ids.is_empty();
        Self(asked.then(|| {
            (
                read.add(&repo::payments_of(kind, ids)),
                read.add(&repo::refunds_of(kind, ids)),
            )
        }))
    }

    /// By subject; none for a subject without a payment.
    pub(crate) fn take(&self, found: &mut JointAnswers) -> Result<HashMap<Uuid, PaymentSummary>> {
        let Some((payments, refunds)) = &self.0 else {
            return Ok(HashMap::new());
        };
        Ok(summaries_of(found.take(payments)?, found.take(refunds)?))
    }
}

fn summaries_of(
    payments: Vec<payment::Model>,
    refunds: Vec<refund::Model>,
) -> HashMap<Uuid, PaymentSummary> {
    let mut all: HashMap<Uuid, PaymentSummary> = HashMap::new();
    for payment in payments {
        let summary = all.entry(payment.subject_id).or_default();
        let charged = summary
            .payment
            .as_ref()
            .is_some_and(|payment| payment.state == PaymentState::Charged);
        let is_charge = *payment.state == PaymentState::Charged;
        if *payment.state == PaymentState::Ordered || (charged && !is_charge) {
            continue;
        }
        if is_charge {
            summary.charged_cents = payment.amount_cents;
            summary.charged_at = payment.charged_at;
        }
        summary.payment_id = Some(payment.id);
        summary.payment = Some(payment_view(&payment));
    }
    for refund in refunds {
        let summary = all.entry(refund.subject_id).or_default();
        summary.refund = Some(*refund.state);
        if *refund.state == RefundState::Done {
            summary.refunded_cents += refund.amount_cents;
            summary.refunded_at = refund.refunded_at;
        }
    }
    for summary in all.values_mut() {
        if let Some(payment) = &mut summary.payment
            && summary.refunded_cents > 0
        {
            payment.refund_amount = Some(Cents(summary.refunded_cents).dollars());
            payment.refunded_at = summary.refunded_at;
        }
    }
    all
}

pub(super) fn payment_view(payment: &payment::Model) -> PaymentView {
    PaymentView {
        id: payment.id,
        method: *payment.method,
        state: *payment.state,
        charge_amount: Cents(payment.amount_cents).dollars(),
        charged_at: payment.charged_at,
        refund_amount: None,
        refunded_at: None,
        charge_id: payment.capture_ref.clone(),
        card: card_view(payment),
        message: match *payment.state {
            PaymentState::Declined | PaymentState::Failed => Some(declined(payment.decline_code.as_deref()).to_owned()),
            PaymentState::Intended | PaymentState::Capturing | PaymentState::Unknown => Some("We are asking whether your payment went through. Please do not pay again; this page tells you as soon as we know.".into()),
            PaymentState::Ordered | PaymentState::Charged => None,
        },
    }
}

fn card_view(payment: &payment::Model) -> Option<CardView> {
    let brand = payment.card_brand.clone()?;
    Some(CardView {
        name: CardName {
            given_name: payment.payer_given.clone().unwrap_or_default(),
            surname: payment.payer_surname.clone().unwrap_or_default(),
        },
        brand,
        last4: payment.card_last4.clone().unwrap_or_default(),
    })
}

/// Our message for a decline, by code (reference payments-and-messaging 3).
pub(super) fn declined(code: Option<&str>) -> &'static str {
    match code {
        Some("insufficient_funds") => {
            "The card was declined: insufficient funds. You were not charged. Please use another card."
        }
        Some("expired_card") => {
            "The card has expired. You were not charged. Please use another card."
        }
        Some("incorrect_cvc") => {
            "The card's security code is incorrect. You were not charged. Please check it and try again."
        }
        Some("authentication_required") => {
            "Your bank asks for an extra step that cannot be done here. You were not charged. Please use another card or the wallet."
        }
        Some("unreachable") => {
            "The payment service could not be reached. You were not charged. Please try again in a few minutes."
        }
        Some("INSTRUMENT_DECLINED" | "ORDER_NOT_APPROVED") => {
            "The wallet did not accept the payment. You were not charged. Please choose another way to pay."
        }
        _ => "The card was declined. You were not charged. Please use another card.",
    }
}

/// The card of a charge, for the receipt; with the payer, so that the caller can check the scope.
pub(super) async fn card_of(
    db: &impl ConnectionTrait,
    charge_id: &str,
) -> Result<(Uuid, CardView)> {
    let payment = repo::find_by_reference(db, charge_id)
        .await?
        .ok_or_else(Error::not_found)?;
    let card = card_view(&payment).ok_or_else(Error::not_found)?;
    Ok((payment.person_id, card))
}

/// The payment and subject behind a charge's reference.
pub(super) async fn subject_of_charge(
    db: &impl ConnectionTrait,
    charge_id: &str,
) -> Result<(Uuid, super::Subject)> {
    let payment = repo::find_by_reference(db, charge_id)
        .await?
        .ok_or_else(Error::not_found)?;
    Ok((
        payment.id,
        super::Subject {
            kind: payment.subject_kind,
            id: payment.subject_id,
        },
    ))
}
