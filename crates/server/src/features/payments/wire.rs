//! Payments on the wire.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ChargeOrder {
    #[serde(rename = "orderID")]
    pub order_id: String,
    /// Must agree with the server's own amount.
    #[serde(default)]
    pub amount: Option<f64>,
    /// Accepted for the contract's sake; the words to the provider are our own.
    #[serde(default)]
    #[expect(dead_code, reason = "the words to the provider are our own")]
    pub description: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ChargeAnswer {
    #[serde(rename = "paymentId")]
    pub payment_id: Uuid,
    pub state: String,
    #[serde(rename = "chargeAmount")]
    pub charge_amount: f64,
    pub message: Option<String>,
}
