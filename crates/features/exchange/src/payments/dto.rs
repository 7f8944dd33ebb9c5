// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of payments.

use chrono::{DateTime, Utc};
use salal_domain::fees::Cents;
use salal_domain::texts;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Subject;
use super::payment::Payment;
use super::states::{PaymentMethod, PaymentState, RefundOutcome, RefundState};
use crate::error::{Error, Result};

/// What is to be paid for: one of the two.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MakeOrder {
    /// A prescription whose fee is due.
    #[serde(default, rename = "prescriptionId")]
    pub prescription_id: Option<Uuid>,
    /// A sleep-study order whose fee is due.
    #[serde(default, rename = "sleepAssessmentId")]
    pub sleep_assessment_id: Option<Uuid>,
}

impl MakeOrder {
    pub(super) fn subject(&self) -> Result<Subject> {
        match (self.prescription_id, self.sleep_assessment_id) {
            (Some(id), None) => Ok(Subject::prescription(id)),
            (None, Some(id)) => Ok(Subject::sleep_assessment(id)),
            _ => Err(Error::malformed(
                "Please name one thing to pay for: prescriptionId or sleepAssessmentId.",
            )),
        }
    }
}

/// An order for the payer to approve at the wallet.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct OrderAnswer {
    #[serde(rename = "orderID")]
    pub order_id: String,
    #[serde(rename = "approveUrl")]
    pub approve_url: String,
}

/// Refunds a charge.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MakeRefund {
    /// The provider's charge or capture.
    #[serde(rename = "chargeId")]
    pub charge_id: String,
    /// Dollars; must match what can be refunded.
    pub amount: f64,
}

/// Returns the fee of a cancelled order; the amount is the server's own.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReturnFee {
    /// The provider's charge or capture.
    #[serde(rename = "chargeId")]
    pub charge_id: String,
    /// Why it is returned; the patient reads it too.
    #[serde(default)]
    pub reason: String,
}

/// Takes back a refund that has not left.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UndoRefund {
    /// The provider's charge or capture.
    #[serde(rename = "chargeId")]
    pub charge_id: String,
}

/// The outcome of a refund.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct RefundAnswer {
    pub state: RefundOutcome,
    #[serde(rename = "refundAmount")]
    pub refund_amount: f64,
    pub message: String,
}

/// Captures an order that its payer approved.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ChargeOrder {
    /// The wallet's order.
    #[serde(rename = "orderID")]
    pub order_id: String,
    /// Must match the server's own amount.
    #[serde(default)]
    pub amount: Option<f64>,
    /// Accepted for compatibility with the contract; the description sent to the provider is our own.
    #[serde(default)]
    #[expect(dead_code, reason = "the words to the provider are our own")]
    pub description: Option<String>,
}

/// The outcome of a charge.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ChargeAnswer {
    #[serde(rename = "paymentId")]
    pub payment_id: Uuid,
    pub state: PaymentState,
    #[serde(rename = "chargeAmount")]
    pub charge_amount: f64,
    pub message: Option<String>,
}

impl From<&Payment> for ChargeAnswer {
    fn from(payment: &Payment) -> Self {
        Self {
            payment_id: payment.id(),
            state: payment.state(),
            charge_amount: payment.amount().dollars(),
            message: message(payment),
        }
    }
}

impl RefundAnswer {
    /// What became of a refund of `amount`; `done` is what staff read once it is, `undo` the seconds in which
    /// an intended one can still be undone.
    pub(super) fn of(state: RefundState, amount: Cents, done: &'static str, undo: i64) -> Self {
        match state {
            RefundState::Intended if undo > 0 => Self {
                state: RefundOutcome::Waiting,
                refund_amount: amount.dollars(),
                message: format!("The refund will be sent in {undo} seconds."),
            },
            RefundState::Done => Self {
                state: RefundOutcome::Done,
                refund_amount: amount.dollars(),
                message: done.into(),
            },
            RefundState::Intended | RefundState::Unknown | RefundState::Failed => Self {
                state: RefundOutcome::Unknown,
                refund_amount: amount.dollars(),
                message: "We are asking the payment provider whether the refund went through. Please do not refund again.".into(),
            },
        }
    }
}

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

impl From<&Payment> for PaymentView {
    fn from(payment: &Payment) -> Self {
        let (refunded, refunded_at) = payment.refunded();
        Self {
            id: payment.id(),
            method: payment.method(),
            state: payment.state(),
            charge_amount: payment.amount().dollars(),
            charged_at: payment.charged_at(),
            refund_amount: (refunded > Cents::ZERO).then(|| refunded.dollars()),
            refunded_at,
            charge_id: payment.charge_reference().map(str::to_owned),
            card: CardView::of(payment),
            message: message(payment),
        }
    }
}

impl CardView {
    /// The card or wallet of a charge; none before it is charged.
    pub(super) fn of(payment: &Payment) -> Option<Self> {
        let row = payment.row();
        Some(Self {
            name: CardName {
                given_name: row.payer_given.clone().unwrap_or_default(),
                surname: row.payer_surname.clone().unwrap_or_default(),
            },
            brand: row.card_brand.clone()?,
            last4: row.card_last4.clone().unwrap_or_default(),
        })
    }
}

/// The message for the payer.
fn message(payment: &Payment) -> Option<String> {
    match payment.state() {
        PaymentState::Declined | PaymentState::Failed => Some(texts::declines::decline_text(payment.row().decline_code.as_deref()).to_owned()),
        PaymentState::Intended | PaymentState::Capturing | PaymentState::Unknown => Some("We are asking whether your payment went through. Please do not pay again; this page tells you as soon as we know.".into()),
        PaymentState::Ordered | PaymentState::Charged => None,
    }
}
