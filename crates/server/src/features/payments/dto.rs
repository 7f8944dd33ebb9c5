// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of payments.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Subject;
use super::states::{PaymentState, RefundOutcome};
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
