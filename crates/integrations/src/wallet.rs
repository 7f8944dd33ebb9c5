// SPDX-License-Identifier: AGPL-3.0-or-later

//! Wallet payments through `PayPal`'s Orders v2 (payments-and-messaging.md 2): create, the payer approves on
//! the provider's page, capture, refund.
//!
//! Not here: webhooks of the provider; reading the order is sufficient.

mod messages;

use std::time::Duration;

use reqwest::{Method, RequestBuilder};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::cards::Refund;
use crate::hold::Does;
use crate::http::{Answer, Line, Way};
use crate::{Secret, Service, ServiceError, WalletSettings};

/// The wallet service.
#[derive(Debug)]
pub struct Wallet {
    line: Line,
    client_id: String,
    client_secret: Secret,
    brand_name: String,
    token: Mutex<Option<Token>>,
}

#[derive(Debug)]
struct Token {
    value: Secret,
    until: Instant,
}

/// The payment requested. The same `request_id` never creates two orders.
#[derive(Clone, Copy, Debug)]
pub struct NewOrder<'a> {
    /// In cents of a Canadian dollar.
    pub amount_cents: i64,
    /// Our own id of this attempt to pay.
    pub order: &'a str,
    /// Our own id of what is bought, the same for every attempt: the provider captures one payment for it, whatever
    /// became of our record of the first.
    pub invoice: &'a str,
    /// Neutral text: no medication, no plan, no name.
    pub description: &'a str,
    /// Where the payer returns after approving.
    pub return_url: &'a str,
    /// Where the payer returns after cancelling.
    pub cancel_url: &'a str,
    /// One per payment attempt.
    pub request_id: &'a str,
}

/// A refund. The same `request_id` never refunds twice.
#[derive(Clone, Copy, Debug)]
pub struct WalletRefund<'a> {
    /// The capture, not the order.
    pub capture_id: &'a str,
    /// In cents of a Canadian dollar.
    pub amount_cents: i64,
    /// One per refund decision.
    pub request_id: &'a str,
}

/// The state of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum OrderStatus {
    Created,
    PayerActionRequired,
    Approved,
    Completed,
    Voided,
    /// A value unknown to this program.
    #[serde(other)]
    Other,
}

/// The state of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CaptureStatus {
    Completed,
    Pending,
    Declined,
    Refunded,
    PartiallyRefunded,
    Failed,
    /// A value unknown to this program.
    #[serde(other)]
    Other,
}

/// The capture of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture {
    /// Needed for a refund.
    pub id: String,
    pub status: CaptureStatus,
    /// In cents of a Canadian dollar.
    pub amount_cents: i64,
}

/// The payer as known to the provider. Empty until the provider reports it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Payer {
    pub given: String,
    pub surname: String,
}

/// An order as reported by the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalletOrder {
    pub id: String,
    pub status: OrderStatus,
    /// The page where the payer approves.
    pub approve_url: Option<String>,
    /// Our own order id.
    pub order: Option<String>,
    /// In cents; zero when missing in the response.
    pub amount_cents: i64,
    /// Upper case, `CAD`.
    pub currency: String,
    pub capture: Option<Capture>,
    pub payer: Payer,
}

impl WalletOrder {
    /// Whether this order settles ours: captured in full, in Canadian dollars, for this order.
    pub fn is_paid(&self, amount_cents: i64, order: &str) -> bool {
        let taken = self.capture.as_ref().is_some_and(|capture| {
            capture.status == CaptureStatus::Completed && capture.amount_cents == amount_cents
        });
        taken && self.currency == "CAD" && self.order.as_deref() == Some(order)
    }
}

impl Wallet {
    pub(crate) fn new(way: &Way, settings: &WalletSettings) -> Self {
        Self {
            line: Line::new(way, Service::Wallet, &settings.base),
            client_id: settings.client_id.clone(),
            client_secret: settings.client_secret.clone(),
            brand_name: settings.brand_name.clone(),
            token: Mutex::new(None),
        }
    }

    /// Creates an order for the payer to approve.
    pub async fn create_order(&self, order: &NewOrder<'_>) -> Result<WalletOrder, ServiceError> {
        let body = json!({
            "intent": "CAPTURE",
            "purchase_units": [{
                "custom_id": order.order,
                "invoice_id": order.invoice,
                "description": order.description,
                "amount": {"currency_code": "CAD", "value": messages::value_of(order.amount_cents)},
            }],
            "payment_source": {"paypal": {"experience_context": {
                "brand_name": self.brand_name,
                "shipping_preference": "NO_SHIPPING",
                "user_action": "PAY_NOW",
                "return_url": order.return_url,
                "cancel_url": order.cancel_url,
            }}},
        });
        let answer = self
            .call(Does::Acts, "create_order", || {
                self.line
                    .request(Method::POST, "/v2/checkout/orders")
                    .header("paypal-request-id", order.request_id)
                    .header("prefer", "return=representation")
                    .json(&body)
            })
            .await?;
        read::<messages::OrderWire>(&answer).map(WalletOrder::from)
    }

    /// Reads an order.
    pub async fn get_order(&self, id: &str) -> Result<WalletOrder, ServiceError> {
        let path = format!("/v2/checkout/orders/{}", segment(id)?);
        let answer = self
            .call(Does::Asks, "get_order", || {
                self.line.request(Method::GET, &path)
            })
            .await?;
        read::<messages::OrderWire>(&answer).map(WalletOrder::from)
    }

    /// Captures an approved order. An order that is already captured is read and returned, so that repeating
    /// after a lost response gives the true state.
    pub async fn capture(&self, id: &str, request_id: &str) -> Result<WalletOrder, ServiceError> {
        let path = format!("/v2/checkout/orders/{}/capture", segment(id)?);
        let answer = self
            .call(Does::Acts, "capture", || {
                self.line
                    .request(Method::POST, &path)
                    .header("paypal-request-id", request_id)
                    .header("prefer", "return=representation")
                    .json(&json!({}))
            })
            .await?;
        match read::<messages::OrderWire>(&answer) {
            Ok(order) => Ok(WalletOrder::from(order)),
            Err(error) if error.refusal_code() == Some("ORDER_ALREADY_CAPTURED") => {
                // The money was captured; a failure to read the order must not look like a refusal.
                self.get_order(id).await.map_err(|_| {
                    ServiceError::unknown(
                        Service::Wallet,
                        "the order was captured before and couldn't be read",
                    )
                })
            }
            Err(error) => Err(error),
        }
    }

    /// Refunds to the payer.
    pub async fn refund(&self, refund: &WalletRefund<'_>) -> Result<Refund, ServiceError> {
        let path = format!(
            "/v2/payments/captures/{}/refund",
            segment(refund.capture_id)?
        );
        let body = json!({"amount": {"currency_code": "CAD", "value": messages::value_of(refund.amount_cents)}});
        let answer = self
            .call(Does::Acts, "refund", || {
                self.line
                    .request(Method::POST, &path)
                    .header("paypal-request-id", refund.request_id)
                    .header("prefer", "return=representation")
                    .json(&body)
            })
            .await?;
        let wire: messages::RefundWire = read(&answer)?;
        let amount_cents = wire
            .amount
            .map_or(refund.amount_cents, |amount| amount.cents());
        Ok(Refund {
            id: wire.id,
            status: wire.status,
            amount_cents,
        })
    }

    /// Sends with the cached token; a token refused (before any effect) is renewed once.
    async fn call(
        &self,
        does: Does,
        operation: &'static str,
        request: impl Fn() -> RequestBuilder + Send + Sync,
    ) -> Result<Answer, ServiceError> {
        let token = self.token().await.map_err(ServiceError::before_the_call)?;
        let answer = self
            .line
            .send(does, operation, request().bearer_auth(token.reveal()))
            .await?;
        if answer.status != 401 {
            return Ok(answer);
        }
        *self.token.lock().await = None;
        let token = self.token().await.map_err(ServiceError::before_the_call)?;
        self.line
            .send(does, operation, request().bearer_auth(token.reveal()))
            .await
    }

    async fn token(&self) -> Result<Secret, ServiceError> {
        if self.client_id.is_empty() || self.client_secret.is_empty() {
            return Err(ServiceError::misconfigured(
                Service::Wallet,
                "services.wallet credentials are missing",
            ));
        }
        // Held during the request, so that concurrent requests share one token.
        let mut cached = self.token.lock().await;
        if let Some(token) = cached.as_ref().filter(|token| Instant::now() < token.until) {
            return Ok(token.value.clone());
        }
        let request = self
            .line
            .request(Method::POST, "/v1/oauth2/token")
            .basic_auth(&self.client_id, Some(self.client_secret.reveal()))
            .form(&[("grant_type", "client_credentials")]);
        let answer = self.line.send(Does::Asks, "token", request).await?;
        let wire: messages::TokenWire = read(&answer)?;
        // A minute early, so that a token never expires in transit.
        let lifetime = Duration::from_secs(wire.expires_in.saturating_sub(60));
        let value = Secret::new(wire.access_token);
        *cached = Some(Token {
            value: value.clone(),
            until: Instant::now() + lifetime,
        });
        Ok(value)
    }
}

/// Ids go into paths; one with other characters cannot be the provider's.
fn segment(id: &str) -> Result<&str, ServiceError> {
    let plausible = !id.is_empty()
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if plausible {
        Ok(id)
    } else {
        Err(ServiceError::refused(
            Service::Wallet,
            "RESOURCE_NOT_FOUND",
            "no such order",
        ))
    }
}

fn read<T: serde::de::DeserializeOwned>(answer: &Answer) -> Result<T, ServiceError> {
    if answer.is_ok() {
        return answer.json();
    }
    // 403 means that this account may not access this object, and names the issue; it is a refusal here.
    if answer.status != 403
        && let Some(error) = answer.failure_by_status()
    {
        return Err(error);
    }
    let error: messages::ErrorWire = answer.json_or_default();
    // The same request id is being processed at this moment: its effect is about to exist.
    if answer.status == 409 {
        return Err(ServiceError::unknown(
            Service::Wallet,
            "the request id is in use",
        ));
    }
    let issue = error
        .details
        .into_iter()
        .next()
        .map(|detail| detail.issue)
        .filter(|issue| !issue.is_empty());
    let code = issue.unwrap_or(error.name);
    let code = if code.is_empty() {
        answer.status.to_string()
    } else {
        code
    };
    tracing::info!(
        service = "wallet",
        code,
        debug_id = error.debug_id,
        "Service refused"
    );
    Err(ServiceError::refused(Service::Wallet, code, error.message))
}
